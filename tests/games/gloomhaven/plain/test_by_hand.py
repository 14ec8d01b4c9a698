"""Small situations with answers argued from the rules, one or more for each reading of an open point."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.gloomhaven.plain.drawing import TRIANGLE, destinations, drawn, melee, ranged, turns
from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.hexes import Hex, from_offset
from tsolve.games.gloomhaven.monster_situation import EVERYBODY, Aim

# Ways


def test_difficult_terrain_costs_two() -> None:
    # (1, 0) costs 2, (2, 0) another 1. (GH-1.9)
    situation = drawn("m  d  .  A", move=3)
    assert turns(situation) == {("A", (2, 0), "A")}
    assert turns(replace(situation, move=2)) == {("A", (1, 0), "")}
    assert turns(replace(situation, move=1)) == {("A", (0, 0), "")}


def test_a_friend_may_be_passed_but_not_joined() -> None:
    situation = drawn("m  f  .  A", move=2)  # (GH-3.2)
    assert turns(situation) == {("A", (2, 0), "A")}
    assert turns(replace(situation, move=1)) == {("A", (0, 0), "")}
    assert destinations(replace(situation, move=1)) == {(2, 0)}


def test_an_invisible_enemy_blocks_who_walks() -> None:
    situation = drawn("m  i  .  A", move=2)  # (GH-12.15)
    assert turns(situation) == set()
    assert turns(replace(situation, gait="jump")) == {("A", (2, 0), "A")}
    assert turns(replace(situation, gait="fly")) == {("A", (2, 0), "A")}


def test_only_who_flies_ends_on_an_obstacle() -> None:
    # The obstacle is the only hex beside A. (GH-3.3, GH-3.4)
    situation = drawn("m  t  o  A", move=2)
    assert turns(situation) == set()
    assert turns(replace(situation, gait="jump")) == set()
    assert turns(replace(situation, gait="fly")) == {("A", (2, 0), "A")}


def test_nobody_passes_a_wall() -> None:
    situation = drawn("m  #  .  A", move=5)
    assert turns(situation) == turns(replace(situation, gait="jump")) == set()
    assert turns(replace(situation, gait="fly")) == set()


def test_who_jumps_stays_rather_than_land_on_a_trap() -> None:
    # Two jumps reach (2, 0) without a trap; a stop on the trap adds one. (GH-12.9, GH-12.22)
    assert turns(drawn("m  t  .  A", move=1, gait="jump")) == {("A", (0, 0), "")}


def test_the_landing_of_a_jump_pays_difficult_terrain() -> None:
    # 1 for the trap's hex and 2 for the landing: 3 points. Where the landing is free: 2.
    situation = drawn("m  t  d  A", move=2, gait="jump")
    assert turns(situation) == {("A", (0, 0), "")}
    assert turns(replace(situation, move=3)) == {("A", (2, 0), "A")}
    assert turns(situation, jump_landing="free") == {("A", (2, 0), "A")}


def test_who_jumps_pays_one_for_difficult_terrain_on_the_way() -> None:
    assert turns(drawn("m  d  .  A", move=2, gait="jump")) == {("A", (2, 0), "A")}


def test_one_trap_and_four_points_before_two_traps_and_three() -> None:
    # (3, 0) is the only hex beside A. Along row 0 there are two traps and 3 points; by (0, 1), (1, 1), (2, 1)
    # one trap and 4 points. So it is out of reach with 3, and they lead to the trap at (2, 1): one negative
    # hex, none ahead, 1 point left. (GH-12.9, GH-12.20, GH-12.22)
    situation = drawn(
        """
        m  t  t  .  A
        .  .  t  .  -
        """,
        move=3,
    )
    assert turns(situation) == {("A", (2, 1), "")}
    assert turns(replace(situation, move=2)) == {("A", (1, 1), "")}
    assert turns(replace(situation, move=4)) == {("A", (3, 0), "A")}


def test_a_thin_wall_parts_neighbours() -> None:
    # (0, 1) is beside both, with the whole edge to A; a corner of that edge lies on no wall. (GH-4.2, GH-5.3)
    picture = """
        m  A
        .  .
        """
    assert turns(drawn(picture, move=1)) == {("A", (0, 0), "A")}
    assert turns(drawn(picture, move=1, thin=[((0, 0), (1, 0))])) == {("A", (0, 1), "A")}


# Focus


def test_the_given_focus_stays() -> None:
    situation = drawn("A  .  m  B", move=2)
    assert turns(situation) == {("B", (2, 0), "B")}
    assert turns(replace(situation, focus="A")) == {("A", (1, 0), "A")}


def test_proximity_goes_around_walls() -> None:
    # A and B are both beside the monster; around the thin wall A is 2 off: (1, 0) or (2, 2). Sight to A
    # passes below the lower end of that wall, from (7, 3) to (4, 4): at x = 5 y = 3 2/3, the wall ends at 3.
    situation = drawn(
        """
        .  .  .  .  .
        .  A  m  B  .
        .  .  .  .  .
        """,
        {"A": 10, "B": 50},
        thin=[((1, 1), (2, 1))],
        move=0,
        aim=ranged(3),
    )
    assert turns(situation) == {("B", (2, 1), "B")}
    assert turns(situation, focus_proximity="ignored") == {("A", (2, 1), "A")}


def test_the_focus_key_counts_points_or_hexes() -> None:
    # To A's neighbour 2 hexes and 4 points, to B's 3 hexes and 3 points. Toward A 3 points pay one hex.
    situation = drawn("A  d  d  m  .  .  .  B", move=3)
    assert turns(situation) == {("B", (6, 0), "B")}
    assert turns(situation, focus_distance="hexes") == {("A", (2, 0), "")}


def test_without_an_attack_it_goes_beside_its_focus() -> None:
    situation = drawn("m  .  .  A", move=3, aim=ranged(5), attacks=False)  # (GH-12.26)
    assert turns(situation) == {("A", (2, 0), "")}
    assert turns(drawn("m  A", move=3, aim=ranged(5), attacks=False)) == {("A", (0, 0), "")}


def test_who_cannot_move_attacks_the_focus_only() -> None:
    # A was the focus of an earlier ability of this turn. (GH-12.28, GH-17.13)
    situation = drawn("A  .  .  m  B", focus="A")
    assert turns(situation) == {("A", (3, 0), "")}
    assert turns(situation, immobilized_attack="anyone") == {("B", (3, 0), "B")}
    assert turns(replace(situation, attacks=False), immobilized_attack="anyone") == {("A", (3, 0), "")}
    assert turns(replace(situation, move=1), immobilized_attack="anyone") == {("A", (2, 0), "")}


def test_instead_of_the_focus_it_attacks_with_the_usual_further_targets() -> None:
    # B and C are adjacent, D is 2 hexes off; B acts first. The players choose B's company, and the group with
    # D has one disadvantage instead of two. (GH-12.19, GH-12.32)
    situation = drawn("A  .  .  .  C  m  B  D", {"B": 10}, aim=ranged(2, 2), focus="A")
    assert turns(situation, immobilized_attack="anyone") == {("B", (5, 0), "BC")}
    free = turns(situation, immobilized_attack="anyone", extra_targets="players_choose")
    assert free == {("B", (5, 0), "BD")}


# Targets


def test_everybody_adjacent() -> None:
    # Beside A already; (1, 0) is beside both. (GH-12.17)
    situation = drawn(
        """
        A  .  B
        m  .  .
        """,
        move=1,
    )
    assert turns(situation) == {("A", (0, 1), "A")}
    assert turns(replace(situation, aim=melee(EVERYBODY))) == {("A", (1, 0), "AB")}
    assert turns(replace(situation, aim=melee(EVERYBODY), move=0)) == {("A", (0, 1), "A")}


def test_no_disadvantage_before_more_targets() -> None:
    # From (1, 0) A is adjacent and B 3 hexes off; from (0, 0) A is 2 off, B 4.
    situation = drawn(".  m  A  .  B", move=1, aim=ranged(3, 2))
    assert turns(situation) == {("A", (0, 0), "A")}
    assert turns(situation, disadvantage_order="fewest_after_targets") == {("A", (1, 0), "AB")}
    assert turns(replace(situation, minds_disadvantage=False)) == {("A", (1, 0), "AB")}


def test_fewest_disadvantages_among_hexes_with_as_many_targets() -> None:
    # With range 4 both are in range from (0, 0) too, and there nobody is adjacent: worth the step.
    situation = drawn(".  m  A  .  B", move=1, aim=ranged(4, 2))
    assert turns(situation, disadvantage_order="fewest_after_targets") == {("A", (0, 0), "AB")}


def test_a_step_spares_the_disadvantage_against_the_other_one() -> None:
    # The focus A is 3 hexes off, B adjacent; from (2, 0) both are 2 off. (GH-12.19)
    situation = drawn("A  .  .  m  B", move=2, aim=ranged(3, 2), focus="A")
    assert turns(situation) == {("A", (2, 0), "AB")}
    assert turns(replace(situation, minds_disadvantage=False)) == {("A", (3, 0), "AB")}


def test_which_further_target() -> None:
    # A is the focus: (1, 0) is beside it, 1 point; C takes 2 points by (2, 0), B 3 by (2, 1), the only hex
    # beside it. (2, 1) is beside all three. B and C are 3 hexes off and B acts before C; on paths of its own
    # C comes first. (GH-12.18, GH-17.8)
    situation = drawn(
        """
        m  .  .  C
        .  A  d  B
        """,
        {"A": 10, "B": 30, "C": 40},
        move=3,
        aim=melee(2),
    )
    b, c = ("A", (2, 1), "AB"), ("A", (2, 1), "AC")
    assert turns(situation) == {b}
    assert turns(situation, extra_targets="own_paths") == {c}
    assert turns(situation, extra_targets="players_choose") == {b, c}
    assert turns(replace(situation, aim=melee(3))) == {("A", (2, 1), "ABC")}


def test_whether_proximity_ranks_further_targets() -> None:
    # A is 2 hexes off, C 3, B 4; B acts first.
    situation = drawn("m  .  A  C  B", {"A": 50, "B": 10, "C": 30}, aim=ranged(4, 2))
    assert turns(situation) == {("A", (0, 0), "AC")}
    assert turns(situation, extra_targets="ranked_without_proximity") == {("A", (0, 0), "AB")}
    assert turns(situation, extra_targets="own_paths") == {("A", (0, 0), "AC")}


def test_equal_ranks_are_the_players_choice() -> None:
    # All three are adjacent; B and C act at the same time. (GH-12.18, GH-12.37)
    situation = drawn("A  m  B\n-  C  -", {"A": 10, "B": 30, "C": 30}, aim=melee(2))
    assert turns(situation) == {("A", (1, 0), "AB"), ("A", (1, 0), "AC")}


def test_disadvantage_decides_between_equal_ranks() -> None:
    # C is 1 off and B 2, so C ranks first. With proximity left out they share a rank, and both groups are
    # candidates; of these the one without C has only A attacked with disadvantage. (GH-12.18, GH-12.19)
    situation = drawn("B  A  m  C  .", {"A": 10, "B": 30, "C": 30}, aim=ranged(2, 2))
    assert turns(situation) == {("A", (2, 0), "AC")}
    assert turns(situation, extra_targets="ranked_without_proximity") == {("A", (2, 0), "AB")}


def test_fewer_steps_or_the_better_further_target() -> None:
    # (3, 0) costs 1 and is beside A and C, (2, 1) costs 2 and is beside A and B; B acts before C. (GH-17.9)
    situation = drawn(
        """
        -  -  m  .  C
        -  B  d  A  -
        """,
        {"A": 10, "B": 20, "C": 30},
        move=2,
        aim=melee(2),
    )
    assert turns(situation) == {("A", (3, 0), "AC")}
    better = {("A", (2, 1), "AB")}
    assert turns(situation, group_order="targets_first") == better
    assert turns(situation, group_order="targets_first", disadvantage_order="fewest_after_targets") == better


def test_walls_block_sight_and_obstacles_do_not() -> None:
    # The walls reach from above both hexes to below them; around them A is 6 hexes off. (GH-5.1, GH-6.5)
    picture = """
        .  #  .
        m  #  A
        .  #  .
        .  .  .
        """
    area = Aim(reach=6, is_ranged=True, area=TRIANGLE)
    assert turns(drawn(picture, aim=ranged(6))) == turns(drawn(picture, aim=area)) == {("A", (0, 1), "")}
    seen = picture.replace("#", "o")
    assert turns(drawn(seen, aim=ranged(2))) == turns(drawn(seen, aim=area)) == {("A", (0, 1), "A")}


# Areas


def test_a_melee_area_has_no_disadvantage_whatever_range_is_printed() -> None:
    # The pattern bends, as the row does: it covers A from (0, 0) too. (GH-17.23)
    aim = Aim(reach=3, is_ranged=True, area=(Hex(1, 0), Hex(1, 1)), area_is_melee=True)
    assert turns(drawn(".  m  A", move=1, aim=aim)) == {("A", (1, 0), "A")}
    without_grey = replace(aim, area=(Hex(0, 0), Hex(1, 0)), area_is_melee=False)
    assert turns(drawn(".  m  A", move=1, aim=without_grey)) == {("A", (0, 0), "A")}


def test_a_melee_area_is_mirrored() -> None:
    # The pattern bends to one side, B lies on the other one; straight ahead it reaches nobody. (GH-6.4)
    bent = Aim(area=(Hex(1, 0), Hex(1, 1)), area_is_melee=True)
    assert turns(drawn("m  A  B", aim=bent)) == {("A", (0, 0), "AB")}
    straight = """
        m  A  .
        .  .  B
        """
    assert turns(drawn(straight, aim=bent)) == {("A", (0, 0), "A")}


def test_single_targets_beside_an_area() -> None:
    # A triangle covers at most two of a row. A is 2 hexes off, B 3, C 4. (GH-6.3, GH-6.6)
    aim = Aim(reach=4, is_ranged=True, area=TRIANGLE, targets=2)
    situation = drawn("m  .  A  B  C", {"A": 10, "B": 20, "C": 30}, aim=aim)
    assert turns(situation) == {("A", (0, 0), "ABC")}
    assert turns(replace(situation, aim=replace(aim, targets=1))) == {("A", (0, 0), "AB")}
    # With range 3 the triangle is on B and C, and A the single target.
    assert turns(replace(situation, aim=replace(aim, reach=3))) == {("A", (0, 0), "ABC")}
    # With range 2 C is too far for both: no hex of a triangle with C is nearer than B's.
    assert turns(replace(situation, aim=replace(aim, reach=2))) == {("A", (0, 0), "AB")}


def test_an_area_may_have_its_nearest_hex_on_a_wall() -> None:
    # Range 1. From (0, 0) the only straight three hexes with A of which one is within 1 have the wall hex
    # there: (0, 1) (1, 1) A. Sight passes (1, 0) and (2, 1): from (2, 0) to (7, 3). From (1, 0), 1 point, (1,
    # 1) is within 1.
    situation = drawn(
        """
        m  .  -
        #  .  .
        -  -  A
        """,
        move=0,
        aim=Aim(reach=1, is_ranged=True, area=(Hex(0, 0), Hex(1, 0), Hex(2, 0))),
    )
    assert turns(situation) == {("A", (0, 0), "")}
    assert destinations(situation) == {(1, 0)}
    assert turns(replace(situation, move=1)) == {("A", (1, 0), "A")}
    assert turns(situation, area_anchor="wall_hex_too") == {("A", (0, 0), "A")}
    # The wall hex is a hex of range too: around a thin wall it is 2 off, by (1, 0). (GH-4.1)
    ground = situation.ground
    closed = Board(ground.board.hexes, ground.board.walls, [(from_offset(0, 0), from_offset(0, 1))])
    parted = replace(situation, ground=replace(ground, board=closed))
    assert turns(parted, area_anchor="wall_hex_too") == {("A", (0, 0), "")}
    assert turns(replace(parted, aim=replace(parted.aim, reach=2)), area_anchor="wall_hex_too") == {
        ("A", (0, 0), "A")
    }


# Out of reach


def test_it_heads_for_its_best_later_attack_or_for_the_nearest_hex() -> None:
    # The position of GH-E20 with one point: (4, 4) is beside both, 3 steps away; (3, 2) and (3, 3) are beside
    # the focus, 2 steps away. (GH-12.24)
    situation = drawn(
        """
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  m  .  .  A  .  .  .
        .  .  .  .  .  B  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        """,
        {"A": 10, "B": 30},
        move=1,
        aim=melee(2),
    )
    assert destinations(situation) == {(4, 4)}
    assert turns(situation) == {("A", (2, 3), ""), ("A", (2, 4), "")}
    assert destinations(situation, out_of_reach="nearest_attack_hex") == {(3, 2), (3, 3)}


def test_the_nearest_attack_hex_may_have_a_disadvantage() -> None:
    # (3, 0) is adjacent to A, 3 points; (3, 1), two hexes from A, is 4 points by (3, 0). (2, 0) is taken.
    situation = drawn(
        """
        m  .  f  .  A
        -  -  -  .  -
        """,
        move=1,
        aim=ranged(2),
    )
    assert turns(situation) == {("A", (1, 0), "")}
    assert destinations(situation) == {(3, 1)}
    nearest = {"out_of_reach": "nearest_attack_hex"}
    assert destinations(situation, **nearest) == {(3, 0)}
    assert destinations(situation, **nearest, disadvantage_out_of_reach="counts") == {(3, 1)}


def test_players_choose_between_equal_destinations() -> None:
    # Above 2 points to (2, 0) and 1 to (3, 0); below 1 to (1, 1) and 2 to (2, 2): 3 either way. Two points
    # leave 1 above and 2 below. (GH-12.23, GH-17.10)
    situation = drawn(
        """
        -  m  d  .
        -  .  o  A
        -  -  d  -
        """,
        move=2,
    )
    assert destinations(situation) == {(3, 0), (2, 2)}
    assert turns(situation) == {("A", (2, 0), ""), ("A", (1, 1), "")}
    assert turns(situation, equal_destinations="most_progress") == {("A", (2, 0), "")}


def test_a_trap_already_entered_is_progress() -> None:
    # One trap and 2 points either way. One point leads onto the trap above, with (0, 1) left, or below to
    # (1, 1), with (1, 1) left. (GH-12.9, GH-17.10)
    situation = drawn(
        """
        -  m  t  .
        -  .  o  A
        -  -  t  -
        """,
        move=1,
    )
    assert turns(situation) == {("A", (2, 0), ""), ("A", (1, 1), "")}
    assert turns(situation, equal_destinations="most_progress") == {("A", (2, 0), "")}


def test_nearer_to_the_attack_hex_or_to_the_focus() -> None:
    # The way to (2, 1), beside A, leads by (0, 1) and (1, 1). Through the obstacle A is 3 hexes from (0, 0),
    # and from (0, 1) too: no nearer, so it stays. (GH-12.22, GH-17.28)
    situation = drawn(
        """
        m  o  .  A
        .  .  .  -
        """,
        move=1,
    )
    assert turns(situation) == {("A", (0, 1), "")}
    assert turns(situation, heads_for="focus") == {("A", (0, 0), "")}
