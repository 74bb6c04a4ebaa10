---@meta
-- Types of Eagles test files for LuaLS.
-- Made from the table of their words: do not change it by hand.

---@class Deed
---@class Draws
---@class Expectation
---@class Scenario

---@class Board
---@field turn? string|string[]|boolean player, phase and number of the turn, in any order: `allied morale 4`; else the French Combat Phase of turn 3
---@field ready? string|string[]|boolean who has finished deploying
---@field changes? string|string[]|boolean changes made while deploying: `french 200`
---@field arrived? string|string[]|boolean `yes` when the Prussians have arrived
---@field FL? string|string[]|boolean cards in the French Left
---@field FC? string|string[]|boolean cards in the French Center
---@field FR? string|string[]|boolean cards in the French Right
---@field AL? string|string[]|boolean cards in the Allied Left
---@field AC? string|string[]|boolean cards in the Allied Center
---@field AR? string|string[]|boolean cards in the Allied Right
---@field french? string|string[]|boolean cards in the French Reserve: the hand, Specials too
---@field allied? string|string[]|boolean cards in the Allied Reserve
---@field dead? string|string[]|boolean eliminated cards
---@field fill? string|string[]|boolean so many undrawn Troop cards of a side: `FC french 3`
---@field crossed? string|string[]|boolean Troop cards that have crossed a lane this turn: `FC 1`
---@field opened? string|string[]|boolean Positions in which an attack was made in this phase
---@field played? string|string[]|boolean Specials played on a Position in this phase: `tirailleurs AC`
---@field deck? string|string[]|boolean cards left in the decks, else none: `french 5`; those drawn first, `french top ney reille`, or last, `french bottom pire`; all of it, `british holds pack best`
---@field choose? string|string[]|boolean a card that is committed and must choose its target: `soye fire`
---@field window? string|string[]|boolean the player is asked whether he plays a Special: `own_morale`, `foe_morale`, `foe_combat`, `foe_combat_end`, `foe_reinforce`
---@field shown? string|string[]|boolean cards of a Reserve that both players have seen
---@field note? string|string[]|boolean a remark

---@class ScenarioKeys
---@field name string What it shows, in a sentence.
---@field battle? string The code of the battle; "QB" if left out.
---@field board? Board The position, line by line.
---@field position? string The position in the notation, instead of a board. With neither the game starts before the deal.
---@field options? table Options of the battle that differ, such as `{ decoys = true }`.
---@field ask? boolean Whether nobody passes by himself: each pass is then a step. Else everybody who is asked passes until the next step can be done.
---@field steps (Deed|Draws|Expectation)[] What is done, with which dice, and what must then be so.

---What a scenario shows, and how.
---@param keys ScenarioKeys
---@return Scenario
function scenario(keys) end

---The dice, and the cards by id, that the steps below it draw, in order. None may be left over.
---@param ... integer|string
---@return Draws
function draws(...) end

act = {}

---Plays a Special: on a Position ("AC"), a card on the table, Terrain in play, or on nothing.
---@param card string
---@param on? string
---@return Deed
function act.play(card, on) end

---What a Special lets one choose: a card, a Position, or the number of an answer from 1.
---@param what string|integer
---@return Deed
function act.choose(what) end

---Plays nothing, or chooses nothing more.
---@param player? '"french"'|'"allied"'
---@return Deed
function act.pass(player) end

---Attacks a card.
---@param card string
---@param how '"fire"'|'"shock"'|'"long"'
---@param target string
---@return Deed
function act.attack(card, how, target) end

---Commits a card to an attack before its target is chosen.
---@param card string
---@param how '"fire"'|'"shock"'
---@return Deed
function act.commit(card, how) end

---Moves a card, or brings it up from the Reserve: to "FC", "AL", ... or "reserve".
---@param card string
---@param to string
---@param with? table
---@return Deed
function act.move(card, to, with) end

---Changes its formation.
---@param card string
---@param formation '"line"'|'"column"'|'"square"'
---@return Deed
function act.form(card, formation) end

---Occupies Terrain.
---@param card string
---@param terrain string
---@return Deed
function act.occupy(card, terrain) end

---Leaves Terrain.
---@param card string
---@return Deed
function act.leave(card) end

---Captures Terrain with a card.
---@param card string
---@param terrain? string
---@return Deed
function act.capture(card, terrain) end

---Rolls the Morale of a card with hits.
---@param card string
---@return Deed
function act.roll(card) end

---Shows a General of the Reserve.
---@param card string
---@return Deed
function act.show(card) end

---Ends the phase of the player on turn, or the deployment of a player.
---@param player? '"french"'|'"allied"'
---@return Deed
function act.finish(player) end

---Deals the cards.
---@return Deed
function act.deal() end

expect = {}

---Where a card is: a Position, "reserve", "out" (lost) or "undrawn".
---@param card string
---@param place string
---@return Expectation
function expect.at(card, place) end

---How many hits it has.
---@param card string
---@param hits integer
---@return Expectation
function expect.hits(card, hits) end

---Its formation.
---@param card string
---@param formation '"line"'|'"column"'|'"square"'
---@return Expectation
function expect.formation(card, formation) end

---A mark: "up", "down", "blown", "moved", "acted", "formed", "engaged", "withdrew", "struck", "came-up"; with `false` that it is not there.
---@param card string
---@param mark string
---@param yes? boolean
---@return Expectation
function expect.marked(card, mark, yes) end

---It is in the Reserve and may not leave it this turn.
---@param card string
---@return Expectation
function expect.held(card) end

---Something of this Special is in force; so many entries.
---@param card string
---@param entries? integer
---@return Expectation
function expect.in_force(card, entries) end

---Nothing of this Special is in force.
---@param card string
---@return Expectation
function expect.not_in_force(card) end

---The last of what is in force ends with this phase.
---@param card string
---@param turn integer
---@param phase '"morale"'|'"combat"'|'"reinforce"'|'"end"'
---@return Expectation
function expect.lasts_until(card, turn, phase) end

---The counter of this Special.
---@param card string
---@param counter integer
---@return Expectation
function expect.counter(card, counter) end

---The deed is refused with this code, in a text that holds these words. Nothing is done.
---@param deed Deed
---@param code string
---@param text? string
---@return Expectation
function expect.refused(deed, code, text) end

---The deed would be allowed. Nothing is done.
---@param deed Deed
---@return Expectation
function expect.allowed(deed) end

---A sum that explains the deed ("cv", "firepower", "shock", "morale"): its total, or all its parts; a Special's part bears its id.
---@param deed Deed
---@param what string
---@param is integer|table<string, integer>
---@return Expectation
function expect.sum(deed, what, is) end

---The step before it led to such an event ("attacked", "routed", "threw", ...) with these parameters.
---@param code string
---@param with? table
---@return Expectation
function expect.event(code, with) end

---It led to no such event.
---@param code string
---@param with? table
---@return Expectation
function expect.no_event(code, with) end

---The player is asked: in a window, by its name, about a place; or "choose" and the like.
---@param player '"french"'|'"allied"'
---@param what? string
---@param place? string
---@return Expectation
function expect.asked(player, what, place) end

---Nobody is asked anything.
---@return Expectation
function expect.nobody_asked() end

---Whose turn and which phase it is.
---@param player '"french"'|'"allied"'
---@param phase '"morale"'|'"combat"'|'"reinforce"'
---@param number? integer
---@return Expectation
function expect.turn(player, phase, number) end

---How many cards the deck of an army has.
---@param army '"french"'|'"british"'|'"prussian"'
---@param cards integer
---@return Expectation
function expect.deck(army, cards) end

---How many cards a player has in Reserve.
---@param player '"french"'|'"allied"'
---@param cards integer
---@return Expectation
function expect.reserve(player, cards) end

---The player sees which card lies there; with `false` that he does not.
---@param player '"french"'|'"allied"'
---@param card string
---@param yes? boolean
---@return Expectation
function expect.sees(player, card, yes) end

---The battle is not over.
---@return Expectation
function expect.playing() end

---The player has won.
---@param player '"french"'|'"allied"'
---@return Expectation
function expect.won(player) end

---Any other statement, such as "quatre-bras held french" or "quatre-bras vacant".
---@param statement string
---@return Expectation
function expect.holds(statement) end
