"""Best plays: found, written down as a policy, and compared with what somebody played."""
