---@meta
-- Types of Eagles card files for LuaLS, version 1 of the API.
-- Made from the table of the API: do not change it by hand.

---a moment at which a Special may be played
---@alias Window
---| '"own_morale"' # the start of the own Morale Phase, before any roll
---| '"own_rout"' # a friendly Troop card has failed its rolls and is about to leave, in either turn
---| '"own_general"' # a friendly General has rolled his death and is about to leave
---| '"own_combat"' # between two actions of the own Combat Phase
---| '"foe_morale"' # the start of the enemy Morale Phase
---| '"foe_rout"' # an enemy Troop card has Routed in the enemy Morale Phase
---| '"foe_combat"' # the start of the enemy Combat Phase
---| '"foe_attack"' # the enemy has declared an attack and not yet rolled
---| '"foe_engage"' # a reveal has shown enemy cards that Engaged this turn
---| '"foe_combat_end"' # the end of the enemy Combat Phase, after captures and the reveal
---| '"foe_reinforce"' # the start of the enemy Reinforce Phase
---| '"answer"' # the enemy has played a Special that has not yet taken effect

---a battleline
---@alias Line
---| '"any"' # all six Positions
---| '"own"' # the own battleline
---| '"foe"' # the enemy's battleline

---whose cards
---@alias Of
---| '"own"' # those of the card's own army
---| '"side"' # those of the own player, of either army
---| '"foe"' # the enemy's
---| '"all"' # anybody's

---a type of cards
---@alias Type
---| '"troop"' # Infantry, Cavalry and Artillery
---| '"infantry"' # Infantry
---| '"cavalry"' # Cavalry
---| '"artillery"' # Artillery of either sort
---| '"foot_artillery"' # Foot Artillery
---| '"horse_artillery"' # Horse Artillery
---| '"general"' # a face-up General
---| '"stacked"' # whatever counts for the Stacking Limit: a Troop card or a decoy

---a place
---@alias At
---| '"aim"' # the Position that was named
---| '"across"' # the Position across the Middle Ground from it
---| '"lane"' # both of these: the lane of what was named
---| '"terrain"' # on the Terrain that was named
---| '"it"' # the Position of *it*
---| '"across_it"' # the Position across from *it*
---| '"event"' # the Position that the window is about
---| '"own_line"' # any Position of the own battleline
---| '"foe_line"' # any Position of the enemy's battleline
---| '"anywhere"' # any Position
---| '"french_left"' # the French Left
---| '"french_center"' # the French Center
---| '"french_right"' # the French Right
---| '"allied_left"' # the Allied Left
---| '"allied_center"' # the Allied Center
---| '"allied_right"' # the Allied Right

---a fact about a card
---@alias Fact
---| '"up"' # it lies face-up
---| '"line"' # it is in Line (any card that is not in Column or Square)
---| '"column"' # it is in Column
---| '"square"' # it is in Square
---| '"blown"' # it is blown
---| '"moved"' # it has used a Move this turn
---| '"acted"' # it has fired or used Shock this turn
---| '"fresh"' # it has neither moved nor acted this turn
---| '"ready"' # it could spend a Move where it stands; never true of what stays in force
---| '"formed"' # it has changed formation this turn
---| '"engaged"' # it has Engaged this turn
---| '"withdrew"' # it has Disengaged this turn
---| '"came_up"' # it has come up from the Reserve this turn
---| '"pinned"' # it stands in an engaged Position
---| '"on_terrain"' # it stands on any Terrain
---| '"on_hill"' # it stands on a Hill
---| '"in_woods"' # it stands in Woods
---| '"in_building"' # it stands in a Building
---| '"hit"' # it has hits
---| '"struck"' # it has taken a hit in this turn

---a class of Terrain
---@alias Ground
---| '"hill"' # a Hill
---| '"woods"' # Woods
---| '"river"' # a River; it counts for the Position of the own battleline beside it
---| '"building"' # a Building

---a way of attacking
---@alias Attack
---| '"fire"' # Fire at short range
---| '"shock"' # Shock
---| '"long"' # Artillery Fire at long range

---a formation
---@alias Formation
---| '"line"' # Line
---| '"column"' # Column
---| '"square"' # Square

---what may be forbidden
---@alias Verb
---| '"move"' # any Battle Move, Terrain and formation changes that cost one included
---| '"engage"' # to Engage
---| '"disengage"' # to Disengage
---| '"form"' # to change formation
---| '"fire"' # to fire at short range
---| '"shock"' # to use Shock
---| '"long"' # to fire at long range
---| '"leave_reserve"' # to leave the Reserve
---| '"capture"' # to capture the Terrain that was named

---what may be allowed
---@alias Permission
---| '"extra_move"' # one Battle Move more than its type has
---| '"go_on"' # one more Battle Move, forward over the Middle Ground only, for a card that came up this turn
---| '"engage_and_disengage"' # to Engage and Disengage in one turn
---| '"long_engaged"' # to fire at long range from an engaged Position
---| '"shock_building"' # to use Shock against Infantry in the Building that was named
---| '"shock_after_move"' # to use Shock after it has Engaged in this turn

---a limit of the rules
---@alias Bound
---| '"stacking"' # how many cards a player may have in the Position that was named
---| '"capacity"' # how many cards the Terrain that was named holds
---| '"engagers"' # how many Troop cards may Engage the Position that was named in a turn
---| '"crossings"' # how many Troop cards may cross the lane that was named in a turn
---| '"draws"' # how many cards are drawn in a Reinforce Phase

---a moment that something waits for
---@alias Moment
---| '"morale_end"' # after the last roll of a Morale Phase
---| '"combat_end"' # at the end of a Combat Phase, before the Reinforce Phase
---| '"turn_end"' # at the end of a turn
---| '"turn_start"' # at the beginning of a turn
---| '"entered"' # when *it* has entered a Position with enemy cards

---which player
---@alias Whose
---| '"own"' # the player of the card
---| '"foe"' # the enemy
---| '"any"' # either

---from when on
---@alias Start
---| '"now"' # at once
---| '"own_turn"' # from the beginning of the own next turn
---| '"foe_turn"' # from the beginning of the enemy's next turn
---| '"own_combat"' # from the beginning of the own next Combat Phase

---one of the six Positions
---@alias Position "french_left"|"french_center"|"french_right"|"allied_left"|"allied_center"|"allied_right"

---a type of cards that handlers can ask for
---@alias Kind "troop"|"infantry"|"cavalry"|"artillery"|"foot_artillery"|"horse_artillery"|"general"

---a card
---@class Special

---a need
---@class Need

---@class BuiltAim
---an aim
---@alias Aim BuiltAim|"nothing"|"event"

---an operation
---@class Op

---a condition
---@class Cond

---a filter of cards
---@class Who

---@class BuiltUntil
---a duration
---@alias Until BuiltUntil|"phase"|"turn"|"own_morale"|"own_combat"|"captured"|"battle"

---a branch
---@class Branch

---a choice
---@class Choice

---a part to run
---@class Run

---a card on the table, as the player of the Special sees it
---@class Facts
---@field number integer Its number in this call.
---@field id string|nil Its id, where the player may know the card.
---@field of "own"|"foe" Whose.
---@field kind Kind|nil Its type, where the player may know it.
---@field at Position Its Position.
---@field up boolean Whether it lies face-up.
---@field formation Formation Its formation.
---@field blown boolean Whether it is blown.
---@field hits integer Its hits.
---@field cv integer|nil Its combat value, where the player may know the card.

---what a handler gets to see first
---@class Context
---@field turn integer The Battle Turn, counted over both players from 1.
---@field own_turn boolean Whether it is the turn of the card's player.
---@field counter integer The counter of the card.
---@field place Position|nil The Position of what the card was played on.
---@field aim Facts|nil The card that it was played on.
---@field it Facts|nil The card that the handler is asked about.

---which cards `cards` gives
---@class Filter
---@field of? "own"|"foe" Whose.
---@field kind? Kind Of this type, where the player may know it.
---@field at? Position In this Position.
---@field up? boolean Whether it lies face-up.
---@field formation? Formation In this formation.
---@field blown? boolean Whether it is blown.
---@field hit? boolean Whether it has hits.
---@field id? string With this id, where the player may know the card.
---@field corps? string Of this corps, where the player may know the card.
---@field nation? string Of this nationality, where the player may know the card.
---@field tag? string With this tag, where the player may know the card.

own = {}
side = {}
foe = {}
all = {}

---A Special card. (W 13.0)
---- `api`: The version of the API that the card was written for. If left out: that of the mod.
---- `id`: The card's id, as in its row of cards.csv.
---- `text`: What is printed on it.
---- `rules`: The rules that it changes, such as "W 12.1".
---- `windows`: When it may be played.
---- `aim`: What must be named when it is played. If left out: nothing.
---- `needs`: What must hold for it to be played. If left out: nothing.
---- `effect`: What then happens, in order.
---- `parts`: Parts that a handler may run, by name. If left out: none.
---- `choices`: Choices that a handler may ask for, by name. If left out: none.
---- `handler`: Functions that `ask_handler` asks, by name. If left out: none.
---@param keys { api?: integer, id: string, text: { effect: string, duration: string, limits: string, history?: string }, rules: string|string[], windows: Window|Window[], aim?: Aim, needs?: Need[], effect: Op[], parts?: table<string, Op[]>, choices?: table<string, Choice>, handler?: table<string, fun(ctx: Context): Run|Run[]|nil> }
---@return Special
function special(keys) end

---A condition for playing the card, and how to say that it is not met. (W 13.0)
---@param cond Cond The condition.
---@param say string What is wanted, as the referee says it: "the Position must hold ...".
---@return Need
function need(cond, say) end

---A Position is named. (W 13.0)
---@param line Line Of which battleline.
---@return Aim
function position(line) end

---A card on the table is named. (W 13.0)
---@param who Who Which cards; where they stand is free unless it says so.
---@return Aim
function card(who) end

---Terrain in play is named. (W 13.0)
---@param classes Ground|Ground[] Of these classes.
---@return Aim
function ground(classes) end

---A choice that a handler may ask for: among cards, or among answers. (W 13.0)
---- `by`: Who chooses. If left out: "own".
---- `who`: Among these cards on the table.
---- `options`: Or among these answers, in words.
---- `optional`: Whether nothing may be chosen. If left out: false.
---@param keys { by?: Whose, who?: Who, options?: string|string[], optional?: boolean }
---@return Choice
function choice(keys) end

---Faces of a die and what happens on them. (W 13.0)
---@param faces integer|integer[] The faces, 1 to 6.
---@param effect Op[] What happens.
---@return Branch
function on(faces, effect) end

---To the end of so many own turns, this one included if it is one. (W 13.0)
---@param turns integer How many.
---@return Until
function own_turns(turns) end

---To the end of so many enemy turns, this one included if it is one. (W 13.0)
---@param turns integer How many.
---@return Until
function foe_turns(turns) end

---Troop cards of the own army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function own.troops(keys) end

---Infantry cards of the own army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function own.infantry(keys) end

---Cavalry cards of the own army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function own.cavalry(keys) end

---Artillery cards of either sort of the own army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function own.artillery(keys) end

---Foot Artillery cards of the own army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function own.foot_artillery(keys) end

---Horse Artillery cards of the own army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function own.horse_artillery(keys) end

---Face-up Generals of the own army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function own.generals(keys) end

---Cards of the own army, of several types. (W 13.0)
---- `kind`: Of these types. If left out: any Troop card.
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { kind?: Type|Type[], at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function own.cards(keys) end

---Troop cards of the own player, of either army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function side.troops(keys) end

---Infantry cards of the own player, of either army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function side.infantry(keys) end

---Cavalry cards of the own player, of either army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function side.cavalry(keys) end

---Artillery cards of either sort of the own player, of either army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function side.artillery(keys) end

---Foot Artillery cards of the own player, of either army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function side.foot_artillery(keys) end

---Horse Artillery cards of the own player, of either army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function side.horse_artillery(keys) end

---Face-up Generals of the own player, of either army. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function side.generals(keys) end

---Cards of the own player, of either army, of several types. (W 13.0)
---- `kind`: Of these types. If left out: any Troop card.
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { kind?: Type|Type[], at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function side.cards(keys) end

---Troop cards of the enemy. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function foe.troops(keys) end

---Infantry cards of the enemy. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function foe.infantry(keys) end

---Cavalry cards of the enemy. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function foe.cavalry(keys) end

---Artillery cards of either sort of the enemy. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function foe.artillery(keys) end

---Foot Artillery cards of the enemy. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function foe.foot_artillery(keys) end

---Horse Artillery cards of the enemy. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function foe.horse_artillery(keys) end

---Face-up Generals of the enemy. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function foe.generals(keys) end

---Cards of the enemy, of several types. (W 13.0)
---- `kind`: Of these types. If left out: any Troop card.
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { kind?: Type|Type[], at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function foe.cards(keys) end

---Troop cards of anybody. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function all.troops(keys) end

---Infantry cards of anybody. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function all.infantry(keys) end

---Cavalry cards of anybody. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function all.cavalry(keys) end

---Artillery cards of either sort of anybody. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function all.artillery(keys) end

---Foot Artillery cards of anybody. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function all.foot_artillery(keys) end

---Horse Artillery cards of anybody. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function all.horse_artillery(keys) end

---Face-up Generals of anybody. (W 13.0)
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function all.generals(keys) end

---Cards of anybody, of several types. (W 13.0)
---- `kind`: Of these types. If left out: any Troop card.
---- `at`: Where. If left out: "aim".
---- `is`: Facts that hold.
---- `isnt`: Facts that do not hold.
---- `nation`: Of one of these nationalities.
---- `corps`: Of one of these corps.
---- `tag`: With one of these tags.
---- `without_tag`: Without any of these tags.
---- `id`: With one of these ids.
---- `it`: *It* and no other. If left out: false.
---- `same_corps`: Of the same corps as *it*; in a choice of several, as the first one chosen. If left out: false.
---@param keys { kind?: Type|Type[], at?: At, is?: Fact|Fact[], isnt?: Fact|Fact[], nation?: string|string[], corps?: string|string[], tag?: string|string[], without_tag?: string|string[], id?: string|string[], it?: boolean, same_corps?: boolean }
---@return Who
function all.cards(keys) end

---Changes one number of the rules: Morale, dice, power, or Offense. (W 13.0)
---- `morale`: Added to the Morale value.
---- `dice`: Added to the dice of an attack.
---- `power`: Added to firepower or shock.
---- `offense`: How often a General's Offense rating counts.
---- `who`: Which cards.
---- `ways`: In these ways of attacking. If left out: all.
---- `against`: Only against such targets. If left out: all.
---- `lasts`: Until when.
---- `from`: From when on. If left out: "now".
---- `only_while`: Only while this holds.
---@param keys { morale?: integer|"given", dice?: integer|"given", power?: integer|"given", offense?: integer|"given", who: Who, ways?: Attack|Attack[], against?: Who, lasts: Until, from?: Start, only_while?: Cond }
---@return Op
function modify(keys) end

---Attackers hit themselves: once for each of their dice that shows one of these faces. (W 13.0)
---- `who`: Which cards.
---- `ways`: In these ways of attacking. If left out: all.
---- `faces`: The faces.
---- `lasts`: Until when.
---- `from`: From when on. If left out: "now".
---- `only_while`: Only while this holds.
---@param keys { who: Who, ways?: Attack|Attack[], faces: integer|integer[], lasts: Until, from?: Start, only_while?: Cond }
---@return Op
function recoil(keys) end

---A General is hit by these faces, in place of 1s only. (W 12.4)
---- `who`: Which cards.
---- `faces`: The faces.
---- `lasts`: Until when.
---- `from`: From when on. If left out: "now".
---- `only_while`: Only while this holds.
---@param keys { who: Who, faces: integer|integer[], lasts: Until, from?: Start, only_while?: Cond }
---@return Op
function exposed(keys) end

---So many of the failed dice of one Morale test count as passed; the first test that needs it uses it up. (W 6.0)
---- `who`: Which cards.
---- `dice`: How many.
---- `lasts`: Until when.
---- `from`: From when on. If left out: "now".
---- `only_while`: Only while this holds.
---@param keys { who: Who, dice: integer, lasts: Until, from?: Start, only_while?: Cond }
---@return Op
function forgive(keys) end

---Forbids something while it lasts. (W 13.0)
---- `what`: What.
---- `who`: Which cards.
---- `against`: Only against such targets. If left out: all.
---- `lasts`: Until when.
---- `from`: From when on. If left out: "now".
---- `only_while`: Only while this holds.
---@param keys { what: Verb|Verb[], who: Who, against?: Who, lasts: Until, from?: Start, only_while?: Cond }
---@return Op
function forbid(keys) end

---Allows what the rules do not. (W 13.0)
---- `what`: What.
---- `who`: Which cards.
---- `uses`: How often. If left out: without limit.
---- `lasts`: Until when.
---- `from`: From when on. If left out: "now".
---- `only_while`: Only while this holds.
---@param keys { what: Permission, who: Who, uses?: integer, lasts: Until, from?: Start, only_while?: Cond }
---@return Op
function permit(keys) end

---Changes a limit: either `to` a number or `by` a number. (W 13.0)
---- `what`: Which limit.
---- `of`: For whom. If left out: "own".
---- `to`: The new limit.
---- `by`: What is added.
---- `lasts`: Until when.
---- `from`: From when on. If left out: "now".
---- `only_while`: Only while this holds.
---@param keys { what: Bound, of?: Whose, to?: integer, by?: integer, lasts: Until, from?: Start, only_while?: Cond }
---@return Op
function limit(keys) end

---Waits, and does something at each such moment while it is in force. (W 13.0)
---- `on`: The moment.
---- `turn`: In whose turn. If left out: "own".
---- `effect`: What happens; *it* is the card.
---- `lasts`: Until when.
---- `from`: From when on. If left out: "now".
---- `only_while`: Only while this holds.
---@param keys { on: Moment, turn?: Whose, effect: Op[], lasts: Until, from?: Start, only_while?: Cond }
---@return Op
function watch(keys) end

---Draws cards from the own Reinforcement deck into the Reserve; *it* is each of them in turn. (W 10.0)
---- `count`: How many, at most 8.
---- `effect`: What happens to each; *it* is that card. If left out: nothing.
---@param keys { count: integer|"given", effect?: Op[] }
---@return Op
function draw(keys) end

---Looks through the own deck for one card of a sort, takes it into the Reserve, shows it and shuffles. (W 13.0)
---- `who`: Which cards.
---- `effect`: What happens to each; *it* is that card. If left out: nothing.
---@param keys { who: Who, effect?: Op[] }
---@return Op
function search(keys) end

---Looks at the top cards of the own deck, takes one, and puts each of the others on the top or the bottom. (W 13.0)
---@param count integer How many.
---@return Op
function peek(count) end

---The player may place *it*, a card of his Reserve, in an unengaged Position of his own battleline. (W 13.0)
---@return Op
function place() end

---The player may show one of these Generals, if he is in the Reserve and none is face-up in a Position. (W 13.0)
---- `general`: The Generals, by id.
---- `must`: Whether he must. If left out: false.
---@param keys { general: string|string[], must?: boolean }
---@return Op
function show(keys) end

---A player chooses cards one after another, and the effect happens to each at once. (W 13.0)
---- `who`: Which cards.
---- `max`: At most so many; 255 for any number.
---- `min`: At least so many, if there are as many. If left out: 0.
---- `by`: Who chooses. If left out: "own".
---- `only_while`: Choose only while this holds.
---- `effect`: What happens; *it* is the card.
---- `otherwise`: What happens if not. If left out: nothing.
---@param keys { who: Who, max: integer, min?: integer, by?: Whose, only_while?: Cond, effect: Op[], otherwise?: Op[] }
---@return Op
function choose(keys) end

---Something happens to each of these cards, own slots first. (W 13.0)
---- `who`: Which cards.
---- `effect`: What happens; *it* is the card.
---@param keys { who: Who, effect: Op[] }
---@return Op
function each(keys) end

---One thing or another. (W 13.0)
---- `that`: The condition.
---- `effect`: What happens when it holds.
---- `otherwise`: What happens if not. If left out: nothing.
---@param keys { that: Cond, effect: Op[], otherwise?: Op[] }
---@return Op
function provided(keys) end

---Rolls dice of the own player and does, for each, what its face says. (W 13.0)
---- `dice`: How many.
---- `table`: What which faces do.
---@param keys { dice: integer, table: Branch[] }
---@return Op
function roll(keys) end

---Puts hits on *it*, which reveals it. (W 13.0)
---@param hits integer|"given" How many.
---@return Op
function hit(hits) end

---Changes the formation of *it* at once, without a Move. (W 9.0)
---@param to Formation The new formation.
---@return Op
function form(to) end

---*It* is blown no more. (W 7.31)
---@return Op
function recover() end

---Turns up such cards. (W 13.0)
---@param who Who Which cards.
---@return Op
function reveal(who) end

---*It* goes to its owner's Reserve. (W 13.0)
---- `heal`: Whether its hits are taken off. If left out: false.
---- `hold`: Until when it may not leave the Reserve. If left out: it may.
---@param keys { heal?: boolean, hold?: Until }
---@return Op
function retire(keys) end

---*It* moves over the Middle Ground into the opposing Position, as its Move. (W 8.1)
---@return Op
function advance() end

---*It* makes an attack at once on a target that its owner chooses. (W 7.0)
---- `how`: How.
---- `who`: Among which cards.
---- `dice`: So many dice, whatever is printed. If left out: what is printed.
---- `power`: This firepower or shock, whatever is printed. If left out: what is printed.
---- `free`: Whether any of these cards may be the target, but for the spreading of hits. If left out: false.
---@param keys { how: Attack, who: Who, dice?: integer, power?: integer, free?: boolean }
---@return Op
function attack(keys) end

---*It* makes one extra Morale roll. (W 6.0)
---- `fail`: What happens to *it* when it fails.
---@param keys { fail: Op[] }
---@return Op
function morale_roll(keys) end

---*It*, a General who has just been killed, is set aside, and comes back to the Reserve after so many own turns. (W 12.4)
---@param turns integer How many own turns.
---@return Op
function set_aside(turns) end

---*It* has used its Move. (W 13.0)
---@return Op
function spend_move() end

---*It* has used its action: it can do nothing more this turn. (W 13.0)
---@return Op
function spend_action() end

---The Special that is being answered has no effect. (W 13.0)
---@return Op
function cancel() end

---All that this card has in force ends. (W 13.0)
---@return Op
function lapse() end

---Adds to the counter of this card. (W 13.0)
---@param by integer|"given" How much.
---@return Op
function tally(by) end

---Asks the handler of this name which parts to run. (W 13.0)
---@param name string Its name.
---@return Op
function ask_handler(name) end

---There is at least one such card. (W 13.0)
---@param who Who Which cards.
---@return Cond
function some(who) end

---There are so many such cards. (W 13.0)
---- `who`: Which cards.
---- `min`: At least. If left out: 0.
---- `max`: At most. If left out: any number.
---@param keys { who: Who, min?: integer, max?: integer }
---@return Cond
function count(keys) end

---There are more of the ones than of the others. (W 13.0)
---@param who Who Which cards.
---@param than Who Than those.
---@return Cond
function more(who, than) end

---An enemy Troop card is in the Position. (W 8.1)
---@param at At Where.
---@return Cond
function engaged(at) end

---No enemy Troop card is in the Position. (W 8.1)
---@param at At Where.
---@return Cond
function unengaged(at) end

---The enemy has begun so many turns. (W 13.0)
---- `min`: At least. If left out: 0.
---- `max`: At most. If left out: any number.
---@param keys { min?: integer, max?: integer }
---@return Cond
function foe_turn(keys) end

---The battle is one of these. (W 2.0)
---@param codes string|string[] The codes, such as "WA".
---@return Cond
function battle(codes) end

---At least so many cards are left in the own Reinforcement deck. (W 13.0)
---@param cards integer How many.
---@return Cond
function deck_holds(cards) end

---One of these Generals is face-up in a Position, or has just been shown in the Reserve. (W 13.0)
---@param ids string|string[] The Generals.
---@return Cond
function general_out(ids) end

---One of these Generals is face-up in a Position or in the own Reserve, seen by his owner alone. (W 13.0)
---@param ids string|string[] The Generals.
---@return Cond
function general_held(ids) end

---There is Terrain in a Position. (W 11.0)
---- `class`: Of this class.
---- `at`: Where. If left out: "aim".
---- `held`: Whom it faces. If left out: "own".
---@param keys { class: Ground, at?: At, held?: Of }
---@return Cond
function terrain(keys) end

---The Terrain that was named faces this side and such cards occupy it. (W 11.0)
---@param by Of By whom.
---@return Cond
function occupied(by) end

---The card that the window is about is one of these; where it stands is no matter. (W 13.0)
---@param who Who Which cards.
---@return Cond
function event_is(who) end

---The window is about a Position. (W 13.0)
---@return Cond
function event_placed() end

---The card that the window is about failed at most so many rolls. (W 6.0)
---@param rolls integer How many.
---@return Cond
function failed_at_most(rolls) end

---The card that was named may move over the Middle Ground into the opposing Position. (W 8.1)
---@return Cond
function may_advance() end

---A card of this id is in force on the same aim already. (W 13.0)
---@return Cond
function in_force() end

---The counter of this card stands at least at so much. (W 13.0)
---@param least integer How much.
---@return Cond
function counted(least) end

---The condition does not hold. (W 13.0)
---@param cond Cond What.
---@return Cond
function isnt(cond) end

---All of these hold. (W 13.0)
---@param conds Cond[] Which.
---@return Cond
function all_of(conds) end

---Any of these holds. (W 13.0)
---@param conds Cond[] Which.
---@return Cond
function any_of(conds) end

---Nothing is named.
---@type Aim
nothing = "nothing"

---The card that the window is about: the one that Routs or dies.
---@type Aim
event_card = "event"

---To the end of this phase.
---@type Until
this_phase = "phase"

---To the end of this turn.
---@type Until
this_turn = "turn"

---To the end of the own next Morale Phase.
---@type Until
next_own_morale = "own_morale"

---To the end of the own next Combat Phase, not this one.
---@type Until
next_own_combat = "own_combat"

---Until the Terrain that was named is captured.
---@type Until
until_captured = "captured"

---To the end of the battle.
---@type Until
whole_battle = "battle"

---The number that the handler gave.
---@type "given"
given = "given"

---In handlers: Rolls so many dice of the battle and gives their faces.
---@param count integer
---@return integer[]
function dice(count) end

---In handlers: Lets a player decide a choice of the card: the card chosen, the number of the answer from 1, or nil for nothing.
---@param choice string
---@return Facts|integer|nil
function ask(choice) end

---In handlers: The cards on the table that fit, as the player of the card sees them.
---@param filter? Filter
---@return Facts[]
function cards(filter) end

---In handlers: A part of the card to be run: on which card, with which number.
---@param part string
---@param with? { card?: Facts, value?: integer }
---@return Run
function run(part, with) end
