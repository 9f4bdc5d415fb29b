// Every text of the page that people read: English, German, Swedish. What the daemon says (labels, values, reasons) is not here.

export const WORDS = {
  "door.title": ["This page needs its key", "Diese Seite braucht ihren Schlüssel", "Den här sidan behöver sin nyckel"],

  "mixer.mixer": ["Show as a mixer", "Als Mischpult zeigen", "Visa som mixerbord"],
  "mixer.list": ["Show as a list", "Als Liste zeigen", "Visa som lista"],
  "mixer.strips": ["Mixer strips", "Kanalzüge", "Kanalremsor"],
  "mixer.part": ["{strip}, {part}", "{strip}, {part}", "{strip}, {part}"],
  "mixer.level": ["Level of {strip}", "Pegel von {strip}", "Nivå för {strip}"],
  "mixer.none": ["No parameters here.", "Hier sind keine Parameter.", "Inga parametrar här."],
  "mixer.noMatch": ["No strip matches “{words}”.", "Kein Kanalzug passt zu „{words}“.", "Ingen kanalremsa matchar ”{words}”."],
};
