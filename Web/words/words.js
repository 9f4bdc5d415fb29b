// Every text of the page that people read: English, German, Swedish. What the daemon says (labels, values, reasons) is not here.

export const WORDS = {
  // What is seen with the key of a page, and over the LAN.
  "page.own": ["your last change", "deine letzte Änderung", "din senaste ändring"],
  "lan.plain": [
    "The screen may go off by itself and the page cannot be installed, because this connection is not encrypted.",
    "Der Bildschirm kann von selbst ausgehen, und die Seite lässt sich nicht installieren, weil diese Verbindung nicht verschlüsselt ist.",
    "Skärmen kan slockna av sig själv och sidan kan inte installeras, eftersom anslutningen inte är krypterad.",
  ],
  "door.title": ["This page needs its key", "Diese Seite braucht ihren Schlüssel", "Den här sidan behöver sin nyckel"],
};
