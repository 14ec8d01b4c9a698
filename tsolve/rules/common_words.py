"""Words of questions about any game in other languages, by their beginnings, with English ones.

What belongs to a game its ruleset tells (`words` of `names/`).
"""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("pl", "it", "cs", "ru")

_TABLE = """
how many | ile ilu ilo* | quant* | kolik* | сколько
what | co jaki jaka jakie czego czym cos | cosa che qual quale quali | co jaky jaka jake ceho | что чего какои какая какие
who | kto kogo komu | chi | kdo koho komu | кто кого кому
which | ktor* | quale quali | kter* | котор*
when | kiedy gdy | quando | kdy kdyz | когда
where | gdzie dokad skad | dove | kde kam | где куда
why | dlaczego czemu | perche | proc | почему зачем
how | jak | come | jak | как
can | moge moze moga mozna mozemy mozesz wolno | posso puo possono possiamo puoi | muzu mohu muze mohou lze smim muzeme | могу может могут можно можем можешь
must | musze musi musza musimy trzeba | devo deve devono dobbiamo bisogna | musim musi museji musime | должен должна должны надо нужно обязан*
if | jesli jezeli | se | pokud jestlize kdyz | если
not | nie | non | ne neni nemuzu nemohu | не нельзя
buy | kup* zakup* | compra* acquist* | koup* kup* nakup* nakoup* | куп* покуп*
sell | sprzeda* | vend* | prod* | прода*
cost | koszt* cena cene ceny | cost* prezz* | stoji cena cenu ceny | стоит стоим* цена цену
card | kart* karci* | cart* | kart* karet | карт*
turn | tura ture tury turze tur kolejk* | turn* | tah tahu tahem tahy kolo kole kola | ход хода ходу ходе
round | rund* | round | kolo kole | раунд*
game | gra gre gry grze grac partia partii partie | gioco partita giocare | hra hru hry hre partie | игра игры игру игре партия партии
win | wygr* zwycie* | vinc* vitt* | vyhr* vitez* vyhral* | выигр* побежда*
lose | przegr* trac* strac* | perd* | prohr* ztrac* ztrat* | проигр* теря* потер*
end | koni* konc* | fin* termin* | konec konc* skonc* | конец конце конц* законч* заканч* оканч*
begin | zaczyn* rozpocz* poczat* zaczac | inizi* cominci* | zacin* zacat* zacne zacit | начин* начал* начать
draw | dobier* dobra* ciagn* | pesc* | liza* liznu dobir* tahnu | добир* беру брать тян* вытя*
hand | reka reke reki rece rek reku | mano mani | ruka ruku ruce | рука руку руке руки
deck | talia talii talie | mazz* | balic* balik* | колод*
player | gracz* | giocator* | hrac* | игрок*
point | punkt* | punt* | bod body bodu | очки очков очко
tie | remis* | pareggi* | remiz* | ничь*
same | sam sama samo samej tym | stess* | stejn* | тот тои одинаков*
first | pierwsz* | prim* | prvn* | перв*
last | ostatn* | ultim* | posledn* | последн*
next | nastepn* | prossim* | dalsi* | следующ*
before | przed | prima | pred | перед
after | po | dopo | po | после
use | uzyc uzyw* uzyj* | usare uso usa | pouzi* | использ*
take | wziac biore zabra* zabier* | prend* | vzit vezmu beru | взять возьм*
get | dosta* otrzym* | ottien* ottene* ricev* | dostan* dostav* ziska* | получ*
put | polozyc klade | mett* | poloz* davam | полож* клад*
shuffle | tasuj* przetasow* potasow* | mescol* rimescol* | micha* zamich* | перемеш* тасу*
stack | stos* | pila pile | hromad* | стопк*
empty | pust* skoncz* | vuot* esaur* | prazdn* dojd* | пуст* законч*
attack | atak* zaatak* | attac* | utok* utoc* zautoc* | атак* напад* напас*
target | cel cele celem celu | bersagl* | cil cile cilem | цель цели целью
group | grup* druzyn* | grupp* | skupin* druzin* | групп* отряд*
without | bez | senza | bez | без
chance | szans* prawdopodob* | probabilit* possibilit* | sanc* pravdepodob* | шанс* вероятн*
against | przeciw* | contro | proti | против
beat | pokon* pobi* | sconfi* batt* | poraz* porazi* prem* | победи* побежд* одоле*
fight | walcz* walk* bitw* | combatt* combattiment* battagli* | bojov* boj boje souboj* | сраж* бой боя битв*
die | gini* zgin* umier* smierc* | muor* mori* morte | zemr* umr* smrt* | умира* умер* погиб* смерт*
open | otwier* otworz* | apri* apert* | otevr* otevir* | откры*
move | rusza* porusz* przesun* | muov* mossa | pohyb* pohn* posun* | двиг* движ* перемещ*
long | dlug* | lung* | dlouh* | длинн*
short | krotk* | brev* | kratk* | коротк*
work | dziala* | funzion* | fung* | работа*
do | robi robia | fa fanno fare | dela delaji | делает делают
mean | znaczy oznacz* | signific* | znamen* | значит означ*
happen | dzieje stanie wydarzy | succede accade capita | stane deje | происход* случ* будет
have | mam ma maja masz miec | ho ha hanno avere | mam ma maji mit | есть имею
two | dwa dwie dwoch | due | dva dve dvou | два две двух
three | trzy trzech | tre | tri tri | три трех
one | jedn* | solo | jeden jedna jednu jednom | один одна одну одном
more | wiecej | piu | vic vice | больше более
each | kazd* | ogni ognuno ciascun* | kazd* | кажд*
all | wszystk* wszysc* | tutt* | vsech* vsichni | все всех
another | inn* kolejn* drug* | altr* | jin* dals* | друг*
player's choice | wybier* wybor* | scelg* sceglier* scelta | vyb* | выбира* выбор*
- | czy ja jako sie w we na z ze do i o od u to jest sa byc ten ta te tego tej moj moja moje swoj swoja swoje mi mnie on ona ono oraz dla przy a
- | il lo la i gli le l di a da in con su per mio mia miei mie e ed del della dei delle nel nella al alla si mi ci sono io un uno una d per
- | je jsou jako byt se si v ve na z ze do a s o u ten ta to tato muj moje me svuj svou svoje mi ja mne on ona k ke
- | ли я в во на с со и по за из у о об мои моя мое мои мне мы он она это этот эта к ко для свои свою а
"""  # noqa: E501
_IDLE = "-"


def _read() -> dict[str, tuple[dict[str, str], dict[str, str]]]:
    found: dict[str, tuple[dict[str, str], dict[str, str]]] = {each: ({}, {}) for each in LANGUAGES}
    idle = iter(LANGUAGES)
    for row in _TABLE.strip().splitlines():
        english, *columns = (each.strip() for each in row.split("|"))
        languages = [next(idle)] if english == _IDLE else LANGUAGES
        for language, said in zip(languages, columns, strict=True):
            whole, begun = found[language]
            for word in said.split():
                known = begun if word.endswith("*") else whole
                known.setdefault(word.rstrip("*"), "" if english == _IDLE else english)
    return found


COMMON: Mapping[str, tuple[Mapping[str, str], Mapping[str, str]]] = _read()
"""Language -> the English of whole words, and of beginnings of words; empty for words that say nothing."""
