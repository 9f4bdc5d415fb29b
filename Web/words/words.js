// Every text of the page that people read: English, German, Swedish. What the daemon says (labels, values, reasons) is not here.

export const WORDS = {
  "door.title": ["This page needs its key", "Diese Seite braucht ihren Schlüssel", "Den här sidan behöver sin nyckel"],
};
