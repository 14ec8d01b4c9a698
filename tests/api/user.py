"""What a user of the library may write. Nobody runs it: `.ci/run` has mypy look for an Any in it."""

from pathlib import Path

import tsolve
from tsolve import api

position = api.load(Path("x.yaml"))
built = api.position(game="thunderstone", turn="dungeon", hand=["Militia"], village={"Torch": 3}, target=None)
other = api.changed(built, claims=[{"total": 1, "against": "Kingdom"}])
keys: dict[str, api.Data] = {"hand": ["Torch"], "village": {"Torch": 2}}
again = api.changed(other, **keys)
again = api.position(**{**api.data_of(other), "hand": ["Torch"]})
judged = api.check(position, time_limit=1.0)
print(judged.verdict, judged.holds, judged.claims[0].verdict, judged.solution)
if judged.line is not None:
    print([step.text for step in judged.line.steps], judged.line.outcome)
solved = api.solve(position, goal="win,margin", draws="worst", top=2)
plan = solved.best
if plan is not None:
    print(plan.title, plan.objective, plan.line.total, plan.line.written)
if judged.best is not None:
    print(judged.best.line.total)
print(solved.solution.policy.worth if solved.solution.policy else None)
found = api.odds(position, adding=["Torch"])
for row, figure in found.decks[0].figures():
    print(row.name if row else "", figure.estimate.value, figure.estimate.fraction)
print(repr(found), found._repr_html_(), position._repr_svg_())
print(api.why_not(position, "defeat Kingdom").reasons[0].text)
print(api.grade(position).steps[0].regret)
print(api.targets(position).targets[0].value)
print(api.legal(position).legal[0].text, api.legal(position).refused[0].reason)
print(api.score(position).winners)
print(api.card("Militia").facts[0].value)
print(api.rule("TS-10.2"), api.cards("quest").cards[0].name)
print(api.diff(position, api.Reading("a", "1.4"), api.Reading("b", None, {"light_factor": "1"})).differences)
print(api.dependence(position).dependence.keys)
print(api.simulate(3, games=2).games[0].scores)
print(api.hunt(*api.rivals(None, "light_factor")[0]).position)
print(position.written.title, position.file, position.readings["light_factor"], position.ruleset.title)
print(api.schema("quest"), api.GAMES, api.DEFAULT_GAME)
print(api.verify(Path("x.receipt")).now, api.cores())
full = api.in_full(position, judged)
print([each.title for each in api.with_candidates(position, solved, api.Wishes(turn="any")).candidates])
print([cited.id for cited in full.citations if cited.decisive])
try:
    api.load("y.yaml")
except tsolve.errors.MissingFileError as missing:
    print(missing.filename)
except tsolve.errors.InputError as error:
    for diagnostic in error.diagnostics:
        print(diagnostic.code, diagnostic.message, diagnostic.help)
        print(diagnostic.span.path if diagnostic.span is not None else "")
except tsolve.errors.IllegalActionError as illegal:
    print(illegal.refusal.reason)
