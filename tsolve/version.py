"""The version of tsolve, which receipts and pages name."""

VERSION = "0.1.0"
