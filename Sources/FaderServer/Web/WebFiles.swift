// swift-format-ignore-file
// Made by scripts/web.py from the files in Web/. Change those, then run it again.

/// The files of the page.
enum WebFiles {
    /// Differs where any file differs.
    static let hash: StaticString = "86a6e7793223"
    static let all: [(path: StaticString, text: StaticString)] = [
("base/early.js", ###"""
globalThis.themes={
all:["auto","dark","light","stage"],
apply(wanted){
const theme=document.documentElement.dataset.theme=this.all.includes(wanted)?wanted:"auto";
document.getElementById("light").media={auto:"(prefers-color-scheme: light)",light:"all"}[theme]??"not all";
},
};
themes.apply(localStorage.getItem("faderd.theme"));
{
const locale=new Intl.Locale(navigator.language);
document.documentElement.dir=locale.getTextInfo?.().direction??locale.textInfo?.direction??(/^(ar|fa|he|ur|ps|dv|yi)\b/.test(navigator.language)?"rtl":"ltr");
}

"""###),
("icon.svg", ###"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#191c20"/><g fill="#4b525c"><rect x="8" y="5" width="2" height="22" rx="1"/><rect x="15" y="5" width="2" height="22" rx="1"/><rect x="22" y="5" width="2" height="22" rx="1"/></g><g fill="#7cc4b4"><rect x="5" y="17" width="8" height="5" rx="1.5"/><rect x="12" y="8" width="8" height="5" rx="1.5"/><rect x="19" y="14" width="8" height="5" rx="1.5"/></g></svg>

"""###),
("index.html", ###"""
<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<meta name="faderd-web" content="%VERSION%">
<title>faderd</title>
<link rel="stylesheet" href="/web/%HASH%/style/page.css">
<link rel="stylesheet" href="/web/%HASH%/style/light.css" id="light" media="(prefers-color-scheme: light)">
<script src="/web/%HASH%/base/early.js"></script>
<script type="module" src="/web/%HASH%/main.js"></script>
<link rel="manifest" href="/web/%HASH%/manifest.webmanifest">
<link rel="icon" href="/web/%HASH%/icon.svg">
</head>
<body>
<div class="whole">
<header class="top"><div class="connection"><span class="dot"></span>faderd</div><div class="tools"><span class="icon"></span></div></header>
<div class="middle"><nav class="tree"></nav><main><noscript><p>This page needs JavaScript.</p><p lang="de">Diese Seite braucht JavaScript.</p><p lang="sv">Den här sidan behöver JavaScript.</p></noscript></main></div>
</div>
</body>
</html>

"""###),
("main.js", ###"""
const $base_dom=(()=>{
function h(tag,attributes={},...children){
const element=document.createElement(tag);
set(element,attributes);
element.append(...children.flat().filter(child=>child!=null&&child!==false));
return element;
}
function set(element,attributes){
for(const[name,value]of Object.entries(attributes)){
if(name.startsWith("on"))element.addEventListener(name.slice(2),value);
else if(value==null||value===false)element.removeAttribute(name);
else element.setAttribute(name,value===true?"":value);
}
}
function write(element,text){
const[node,other]=element.childNodes;
if(element.textContent===text)return;
if(text&&!other&&node?.nodeType===Node.TEXT_NODE)node.data=text;else element.textContent=text;
}
function exchange(element,children){
const staying=new Set(children);
for(const old of[...element.childNodes])if(!staying.has(old))old.remove();
children.forEach((child,place)=>{if(element.childNodes[place]!==child)element.insertBefore(child,element.childNodes[place]??null);});
}
function refill(element,children,otherwise=null){
const keyed=()=>[...element.querySelectorAll("[data-key]:not(:disabled)")];
const place=keyed().indexOf(document.activeElement);
const key=document.activeElement?.dataset.key;
exchange(element,children);
if(place<0)return;
const now=keyed();
(now.find(one=>one.dataset.key===key)??now[Math.min(place,now.length-1)]??otherwise)?.focus({preventScroll:true});
}
const LONGEST=120;
const clipped=text=>text.length>LONGEST?`${text.slice(0, LONGEST).trimEnd()}…`:text;
function titleWhereCut(element){
element.addEventListener("pointerenter",()=>{
const isCut=element.scrollWidth>element.clientWidth||element.scrollHeight>element.clientHeight;
set(element,{title:isCut?element.textContent:null});
});
}
const SVG="http://www.w3.org/2000/svg";
function svg(tag,attributes={},...children){
const element=document.createElementNS(SVG,tag);
set(element,attributes);
element.append(...children);
return element;
}
let last=0;
const newID=word=>`${word}-${++last}`;
function iconButton(symbol,name,action,attributes={}){
return h("button",{class:"icon","aria-label":name,title:name,onclick:action,...attributes},icon(symbol));
}
const SHAPES={
undo:"M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
redo:"m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
camera:"M4 8h3l2-3h6l2 3h3v11H4zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z",
clock:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2",
desk:"M6 4v16M12 4v16M18 4v16M4 15h4M10 8h4M16 12h4",
lock:"M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
unlock:"M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 6.8-1.2",
moon:"M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z",
sun:"M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
stage:"M12 3v4M5 21l5-12h4l5 12M8.5 3h7",
grip:"M5 9h14M5 15h14",
map:"M5 6.5a2 2 0 1 0 .01 0M19 17.5a2 2 0 1 0 .01 0M7 8.5c6 0 4 9 10 9",
close:"M6 6l12 12M18 6 6 18",
strips:"M4 4h4v16H4zM10 4h4v16h-4zM16 4h4v16h-4zM4 13h4M10 9h4M16 15h4",
rows:"M4 5h16v3.5H4zM4 10.25h16v3.5H4zM4 15.5h16V19H4z",
tree:"M4 6h16M4 12h10M4 18h7",
values:"M4 7h16M4 12h16M4 17h16M9 5v4M15 10v4M7 15v4",
right:"M5 12h13M12.5 6.5 18 12l-5.5 5.5",
waits:"M12 21V9M7 13.5 12 8l5 5.5M6 4h12",
away:"M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM6.5 6.5l11 11",
failing:"M12 4 3 20h18zM12 10v5M12 17.4v.4",
split:"M4 8h16M4 16h16M9 5.5v5M16 13.5v5",
hand:"M8 13V6a1.5 1.5 0 0 1 3 0v5M11 11V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6a1.5 1.5 0 0 1 3 0v8c0 4-2.5 7-6 7-3 0-4.5-1.5-6-4l-1.5-2.8c-.6-1.2 1-2.2 2-1.2L8 15",
};
function icon(name){
return svg("svg",{viewBox:"0 0 24 24","aria-hidden":"true",focusable:"false",class:"symbol"},svg("path",{d:SHAPES[name]}));
}
return{h,set,write,refill,clipped,titleWhereCut,svg,newID,iconButton,icon};
})();
const $stream_key=(()=>{
const KEY="faderd.key";
const kept=isSecureContext&&location.protocol==="https:"?[sessionStorage,localStorage]:[sessionStorage];
const given={instead:""};
function take(){
const text=location.hash.slice(1);
const isKey=/^[A-Za-z0-9_-]{22,42}$/.test(text);
if(isKey)for(const store of kept)store.setItem(KEY,text);
given.instead=isKey||text===""?"":/^[A-Za-z0-9_-]{43,128}$/.test(text)?"token":"other";
if(location.hash)history.replaceState(null,"",location.pathname+location.search);
}
const key=()=>kept.map(store=>store.getItem(KEY)).find(Boolean)??null;
const drop=()=>{
const refused=key();
for(const store of kept)if(store.getItem(KEY)===refused)store.removeItem(KEY);
};
return{given,take,key,drop};
})();
const $base_signal=(()=>{
class Signal{
#listeners=new Set();
on(listener){
this.#listeners.add(listener);
return()=>this.#listeners.delete(listener);
}
emit(...what){
for(const listener of[...this.#listeners])listener(...what);
}
}
function joined(act,rest){
let isResting=false,isDue=false;
const run=()=>{
if(isResting){isDue=true;return;}
isResting=true;
isDue=false;
setTimeout(()=>{isResting=false;if(isDue)run();},rest);
act();
};
return run;
}
function single(act){
let running=null,isDue=false;
const run=()=>{
isDue=true;
running??=(async()=>{
await null;
try{
while(isDue){
isDue=false;
await act();
}
}finally{
running=null;
}
})();
return running;
};
return Object.assign(run,{isRunning:()=>running!==null});
}
return{Signal,joined,single};
})();
const $base_address=(()=>{
const{Signal}=$base_signal;
const changed=new Signal();
const query=()=>new URLSearchParams(location.search);
const get=key=>query().get(key)??"";
function put(key,value){
const now=query();
if((now.get(key)??"")===value)return;
if(value)now.set(key,value);else now.delete(key);
const text=now.toString();
history.replaceState(null,"",location.pathname+(text?`?${text}`:""));
changed.emit(key);
}
function viewer(){
const decimals=get("decimals");
return/^(\d|1[0-5])$/.test(decimals)?`minus=true&decimals=${decimals}`:"minus=true";
}
function withViewer(path){
return`${path}${path.includes("?") ? "&" : "?"}${viewer()}`;
}
return{changed,get,put,viewer,withViewer};
})();
const $words_words=(()=>{
const WORDS={
"undo":["Undo","Rückgängig","Ångra"],
"redo":["Redo","Wiederholen","Gör om"],
"by":["by {who}","von {who}","av {who}"],
"unanswered":["the daemon does not answer","faderd antwortet nicht","faderd svarar inte"],
"answered-with":["the server answered with {status}","der Server hat mit {status} geantwortet","servern svarade med {status}"],
"banner.retry":["Try now","Jetzt versuchen","Försök nu"],
"banner.paused":["Too many tabs are open: this one updates every 2 seconds until you use it.","Zu viele Tabs sind offen: Dieser wird alle 2 Sekunden aktualisiert, bis er benutzt wird.","För många flikar är öppna: den här uppdateras varannan sekund tills du använder den."],
"banner.lost":["No connection to the daemon.","Keine Verbindung zu faderd.","Ingen kontakt med faderd."],
"banner.next":["{gone} s · next try in {left} s","{gone} s · nächster Versuch in {left} s","{gone} s · nytt försök om {left} s"],
"banner.trying":["{gone} s · trying","{gone} s · Versuch läuft","{gone} s · försöker"],
"page.own":["your last change","deine letzte Änderung","din senaste ändring"],
"lan.plain":[
"The screen may go off by itself and the page cannot be installed, because this connection is not encrypted.",
"Der Bildschirm kann von selbst ausgehen, und die Seite lässt sich nicht installieren, weil diese Verbindung nicht verschlüsselt ist.",
"Skärmen kan slockna av sig själv och sidan kan inte installeras, eftersom anslutningen inte är krypterad.",
],
"door.title":["This page needs its key","Diese Seite braucht ihren Schlüssel","Den här sidan behöver sin nyckel"],
"door.run":["Run {command}: it opens the page with its key, the part of the address after the #. The key ends with that command.","{command} öffnet die Seite mit ihrem Schlüssel, dem Teil der Adresse nach dem #. Der Schlüssel gilt, solange der Befehl läuft.","Kör {command}: det öppnar sidan med dess nyckel, den del av adressen som följer efter #. Nyckeln gäller så länge kommandot körs."],
"door.token":["The text after the # in the address is a token. Tokens are for programs and do not belong there, so it was not used.","Der Text nach dem # in der Adresse ist ein Token. Tokens sind für Programme und gehören nicht dorthin; er wurde deshalb nicht verwendet.","Texten efter # i adressen är en token. Tokens är till för program och hör inte hemma där, så den användes inte."],
"door.no-key":["The text after the # in the address is not a key. Perhaps part of it was not copied.","Der Text nach dem # in der Adresse ist kein Schlüssel. Vielleicht wurde er nicht ganz kopiert.","Texten efter # i adressen är ingen nyckel. Kanske blev den inte kopierad i sin helhet."],
"door.ended":["The key of this page is no longer valid.","Der Schlüssel dieser Seite gilt nicht mehr.","Sidans nyckel gäller inte längre."],
"header.search":["Search","Suchen","Sök"],
"header.search-parameters":["Search parameters","Parameter suchen","Sök parametrar"],
"header.lock":["Lock","Sperren","Lås"],
"header.unlock":["Unlock","Entsperren","Lås upp"],
"header.locked":["Locked: this page changes nothing. The hardware still works.","Gesperrt: Diese Seite verändert nichts. Die Hardware funktioniert weiter.","Låst: den här sidan ändrar ingenting. Hårdvaran fungerar som vanligt."],
"header.unlocked":["Unlocked","Entsperrt","Upplåst"],
"header.theme.auto":["Theme: automatic","Darstellung: automatisch","Utseende: automatiskt"],
"header.theme.dark":["Theme: dark","Darstellung: dunkel","Utseende: mörkt"],
"header.theme.light":["Theme: light","Darstellung: hell","Utseende: ljust"],
"header.theme.stage":["Theme: stage","Darstellung: Bühne","Utseende: scen"],
"header.state.starting":["Connecting","Verbindet","Ansluter"],
"header.state.live":["Live","Live","Live"],
"header.state.lost":["No connection","Getrennt","Ingen kontakt"],
"header.state.paused":["Paused","Pausiert","Pausad"],
"header.state.hidden":["Hidden","Im Hintergrund","I bakgrunden"],
"header.state.denied":["No key","Kein Schlüssel","Ingen nyckel"],
"header.views":["Views","Ansichten","Vyer"],
"header.values":["Values","Werte","Värden"],
"header.surface":["Surface","Controller","Kontrollyta"],
"tree.groups":["Groups","Gruppen","Grupper"],
"tree.all":["All","Alle","Alla"],
"tree.page":["Page","Seite","Sida"],
"tree.everything":["Everything","Alles","Allt"],
"list.parameters":["Parameters","Parameter","Parametrar"],
"list.no-match":["No parameter matches “{search}”.","Kein Parameter passt zu „{search}“.","Ingen parameter matchar ”{search}”."],
"list.no-group":["This group no longer has any parameters.","Diese Gruppe hat keine Parameter mehr.","Den här gruppen har inga parametrar längre."],
"list.nothing":["There are no parameters yet. Add some to the config.","Es gibt noch keine Parameter. Sie werden in der Konfiguration angelegt.","Det finns inga parametrar än. Lägg till några i konfigurationen."],
"panel.close":["Close","Schließen","Stäng"],
"question.cancel":["Cancel","Abbrechen","Avbryt"],
"toast.in-hand":["not moved: a hand is on it","nicht bewegt: eine Hand liegt darauf","inte flyttad: en hand håller i den"],
"row.touched":["touched","berührt","berörd"],
"row.held-on":["held on {controls}","gehalten an {controls}","hålls på {controls}"],
"row.held":["held by another page or program","von einer anderen Seite oder einem Programm gehalten","hålls av en annan sida eller ett program"],
"range.low":["{name}, low end","{name}, unteres Ende","{name}, nedre änden"],
"range.high":["{name}, high end","{name}, oberes Ende","{name}, övre änden"],
"color.hue":["hue","Farbton","nyans"],
"color.saturation":["saturation","Sättigung","mättnad"],
"color.lightness":["lightness","Helligkeit","ljushet"],
"choice.absent":["{label} (absent)","{label} (fehlt)","{label} (saknas)"],
"choice.unknown":["not known","unbekannt","okänt"],
"trigger.press":["press","drücken","tryck"],
"trigger.press-it":["press {name}","{name} drücken","tryck {name}"],
"trigger.running":["running","läuft","pågår"],
"trigger.failed":["{name} failed: {message}","{name} fehlgeschlagen: {message}","{name} misslyckades: {message}"],
"field.value":["{name}: {text}, type a value","{name}: {text}, Wert eingeben","{name}: {text}, skriv ett värde"],
"field.unheard":["not heard yet","noch nicht gehört","inte hört än"],
"field.not-shown":["its field is no longer shown","das Feld wird nicht mehr angezeigt","fältet visas inte längre"],
"field.locked":["the page is locked","die Seite ist gesperrt","sidan är låst"],
"field.refused":["not written: {why}","nicht geschrieben: {why}","inte skrivet: {why}"],
"field.not-written":["not written: “{draft}”: {why}","nicht geschrieben: „{draft}“: {why}","inte skrivet: ”{draft}”: {why}"],
"field.lost":["{who} set it to {text}; “{draft}” was not written","{who} hat den Wert auf {text} gesetzt; „{draft}“ wurde nicht geschrieben","{who} satte värdet till {text}; ”{draft}” skrevs inte"],
"hold.took-over":["{who} took over","{who} hat übernommen","{who} tog över"],
"hold.changed":["the parameter has changed, which ends the drag","der Parameter hat sich geändert, deshalb ist die Bewegung zu Ende","parametern har ändrats, så rörelsen avbröts"],
"hold.gone":["the parameter is gone","den Parameter gibt es nicht mehr","parametern finns inte längre"],
"standing.waits.above":["{name}, waiting: below, move it up","{name} wartet: darunter, nach oben bewegen","{name} väntar: under, flytta uppåt"],
"standing.waits.below":["{name}, waiting: above, move it down","{name} wartet: darüber, nach unten bewegen","{name} väntar: över, flytta nedåt"],
"standing.waits.unknown":["{name}, waiting: not moved yet","{name} wartet: noch nicht bewegt","{name} väntar: inte flyttad än"],
"standing.stands.above":["{name}: below","{name}: darunter","{name}: under"],
"standing.stands.below":["{name}: above","{name}: darüber","{name}: över"],
"standing.stands.unknown":["{name}: not moved yet","{name}: noch nicht bewegt","{name}: inte flyttad än"],
"away.line":["{name} does not answer: these faders move nothing","{name} antwortet nicht: Diese Fader bewegen nichts","{name} svarar inte: de här reglarna styr ingenting"],
"peer.osc":["The console","Das Pult","Mixerbordet"],
"peer.obs":["OBS","OBS","OBS"],
"peer.mqtt":["The broker","Der Broker","Brokern"],
"peer.pulse":["The sound server","Der Soundserver","Ljudservern"],
"peer.alsa":["The sound card","Die Soundkarte","Ljudkortet"],
"peer.mpris":["The player","Der Player","Spelaren"],
"peer.sacn":["The lighting","Die Beleuchtung","Belysningen"],
"peer.artnet":["The lighting","Die Beleuchtung","Belysningen"],
"target.away":["{target}: not there","{target}: nicht da","{target}: finns inte"],
"target.failing":["{target}: failing","{target}: gestört","{target}: fungerar inte"],
"target.split":["{target}: at different values","{target}: auf verschiedenen Werten","{target}: har olika värden"],
"whose.page":["this page","diese Seite","den här sidan"],
"whose.api":["a program","ein Programm","ett program"],
"whose.text":["a text field","ein Textfeld","ett textfält"],
"whose.other-api":["another program","ein anderes Programm","ett annat program"],
"whose.other-text":["another text field","ein anderes Textfeld","ett annat textfält"],
"whose.recall":["a snapshot","ein Snapshot","en snapshot"],
"whose.undo":["undo","Rückgängig","Ångra"],
"whose.target":["its target","das Ziel","målet"],
"whose.restore":["the daemon","faderd","faderd"],
"whose.somebody":["somebody","jemand","någon"],
"explain.id":["Id","Id","Id"],
"explain.value":["Value","Wert","Värde"],
"explain.range":["Range","Bereich","Område"],
"explain.default":["Default","Vorgabe","Grundvärde"],
"explain.step":["Step","Schritt","Steg"],
"explain.changed-by":["Changed by","Geändert durch","Ändrat av"],
"explain.driven-by":["Driven by","Gesteuert durch","Styrs av"],
"explain.bound-to":["Bound to","Verbunden mit","Kopplat till"],
"explain.also-bound-to":["And to","Und mit","Och till"],
"explain.declared-by":["Declared by","Angemeldet von","Deklarerat av"],
"explain.on-displays":["On displays","Auf Displays","På displayer"],
"explain.written":["written {text}","geschrieben {text}","skrivet {text}"],
"explain.read":["read {text}","gelesen {text}","läst {text}"],
"explain.reset":["Reset to default","Auf Vorgabe zurücksetzen","Återställ till grundvärdet"],
"explain.happened":["What happened","Was geschah","Vad som hände"],
"explain.together":["Shown together with","Wird zusammen gezeigt mit","Visas tillsammans med"],
"explain.nothing":["Nothing since the daemon started.","Nichts, seit faderd läuft.","Ingenting sedan faderd startade."],
"history.title":["History","Verlauf","Historik"],
"history.hint":["“Undo” reverses an entry and all later changes of the same parameters. “All from here” also reverses everything after it.","„Rückgängig“ nimmt einen Eintrag zurück und alle späteren Änderungen derselben Parameter. „Alles ab hier“ nimmt auch alles danach zurück.","”Ångra” tar tillbaka en post och alla senare ändringar av samma parametrar. ”Allt härifrån” tar också tillbaka allt efter den."],
"empty":["empty","leer","tomt"],
"history.and-more":["{change} and {count} more","{change} und {count} weitere","{change} och {count} till"],
"history.more":["and {count} more","und {count} weitere","och {count} till"],
"history.undone":["undone","zurückgenommen","ångrad"],
"history.undo-done":["Undone: {what}","Rückgängig gemacht: {what}","Ångrat: {what}"],
"history.redo-done":["Redone: {what}","Wiederholt: {what}","Gjort om: {what}"],
"history.undo-all":["All from here","Alles ab hier","Allt härifrån"],
"history.redo-all":["All up to here","Alles bis hier","Allt hit"],
"history.undo-entry":["Undo entry {number}: {about}","Rückgängig, Eintrag {number}: {about}","Ångra post {number}: {about}"],
"history.redo-entry":["Redo entry {number}: {about}","Wiederholen, Eintrag {number}: {about}","Gör om post {number}: {about}"],
"history.undo-all-entry":["Undo all from here: {about}","Alles ab hier rückgängig: {about}","Ångra allt härifrån: {about}"],
"history.redo-all-entry":["Redo all up to here: {about}","Alles bis hier wiederholen: {about}","Gör om allt hit: {about}"],
"snapshots.title":["Snapshots","Snapshots","Snapshots"],
"snapshots.save-as":["Save as","Speichern als","Spara som"],
"snapshots.save":["Save","Speichern","Spara"],
"snapshots.example":["Verse","Strophe","Vers"],
"snapshots.over":["Recall over","Abrufen in","Hämta på"],
"snapshots.own":["own","eigene","egen"],
"snapshots.seconds":["seconds","Sekunden","sekunder"],
"snapshots.none":["None yet.","Noch keine.","Inga än."],
"snapshots.act.recall":["Recall","Abrufen","Hämta"],
"snapshots.act.compare":["Compare","Vergleichen","Jämför"],
"snapshots.act.up":["Up","Nach oben","Uppåt"],
"snapshots.act.down":["Down","Nach unten","Nedåt"],
"snapshots.act.rename":["Rename","Umbenennen","Byt namn"],
"snapshots.act.delete":["Delete","Löschen","Ta bort"],
"snapshots.replace":["Replace","Ersetzen","Ersätt"],
"snapshots.values.one":["{count} value","{count} Wert","{count} värde"],
"snapshots.values.other":["{count} values","{count} Werte","{count} värden"],
"snapshots.not-heard":["{count} left out: not heard yet","{count} ausgelassen: noch nicht gehört","{count} utelämnade: inte hörda än"],
"snapshots.saved":["Saved “{name}”","„{name}“ gespeichert","Sparade ”{name}”"],
"snapshots.recalled":["Recalled “{name}”","„{name}“ abgerufen","Hämtade ”{name}”"],
"snapshots.recalling":["Recalling “{name}” over {seconds} s","„{name}“ wird in {seconds} s abgerufen","Hämtar ”{name}” på {seconds} s"],
"snapshots.nothing-yet":["the recall has not changed anything yet","das Abrufen hat noch nichts verändert","hämtningen har inte ändrat något än"],
"snapshots.moved-up":["Moved “{name}” up","„{name}“ nach oben verschoben","Flyttade ”{name}” uppåt"],
"snapshots.moved-down":["Moved “{name}” down","„{name}“ nach unten verschoben","Flyttade ”{name}” nedåt"],
"snapshots.current":["now","jetzt","nu"],
"snapshots.fade":["fade","Fade","fade"],
"snapshots.fade-of":["Fade of {name} in seconds","Fade von {name} in Sekunden","Fade för {name} i sekunder"],
"snapshots.faded":["“{name}” fades over {seconds} s","„{name}“ blendet in {seconds} s über","”{name}” tonar över {seconds} s"],
"snapshots.no-fade":["“{name}” does not fade","„{name}“ blendet nicht über","”{name}” tonar inte"],
"snapshots.renamed":["Renamed “{name}” to “{to}”","„{name}“ heißt jetzt „{to}“","”{name}” heter nu ”{to}”"],
"snapshots.drag":["Drag to another place","An eine andere Stelle ziehen","Dra till en annan plats"],
"snapshots.deleted":["Deleted “{name}”","„{name}“ gelöscht","Tog bort ”{name}”"],
"snapshots.replace-question":["Replace the snapshot “{name}” with the current values?","Den Snapshot „{name}“ durch die aktuellen Werte ersetzen?","Ersätta snapshoten ”{name}” med de aktuella värdena?"],
"snapshots.rename-question":["New name for “{name}”","Neuer Name für „{name}“","Nytt namn på ”{name}”"],
"snapshots.delete-question":["Delete the snapshot “{name}”?","Den Snapshot „{name}“ löschen?","Ta bort snapshoten ”{name}”?"],
"snapshots.not-a-name":["a snapshot cannot be called “{name}”","ein Snapshot kann nicht „{name}“ heißen","en snapshot kan inte heta ”{name}”"],
"snapshots.not-seconds":["“{text}” is not a number of seconds up to {most}; enter 3, for example, or 0 to recall at once","„{text}“ ist keine Anzahl von Sekunden bis {most}; zum Beispiel 3 eingeben, oder 0 für sofort","”{text}” är inte ett antal sekunder upp till {most}; skriv till exempel 3, eller 0 för genast"],
"snapshots.same":["All values are the same as in this snapshot.","Alle Werte sind wie in diesem Snapshot.","Alla värden är som i den här snapshoten."],
"snapshots.gone":["gone","nicht mehr da","borta"],
"show.previous":["Previous","Zurück","Föregående"],
"show.next":["Next","Weiter","Nästa"],
"show.would":["Next: {effect}","Weiter: {effect}","Nästa: {effect}"],
"compare.with":["Compare {name} with","{name} vergleichen mit","Jämför {name} med"],
"compare.now":["the current values","den aktuellen Werten","de aktuella värdena"],
"compare.changes.one":["{count} value changes","{count} Wert ändert sich","{count} värde ändras"],
"compare.changes.other":["{count} values change","{count} Werte ändern sich","{count} värden ändras"],
"compare.no-change":["no value changes","kein Wert ändert sich","inget värde ändras"],
"compare.safe.one":["{count} stays: recall-safe","{count} bleibt: recall-safe","{count} står kvar: recall-safe"],
"compare.safe.other":["{count} stay: recall-safe","{count} bleiben: recall-safe","{count} står kvar: recall-safe"],
"compare.others.one":["{count} is not in it","{count} ist nicht enthalten","{count} ingår inte"],
"compare.others.other":["{count} are not in it","{count} sind nicht enthalten","{count} ingår inte"],
"compare.stays":["stays: recall-safe","bleibt: recall-safe","står kvar: recall-safe"],
"compare.absent":["not in it","nicht enthalten","ingår inte"],
"compare.equal":["Both snapshots have the same values.","Beide Snapshots haben dieselben Werte.","Båda snapshots har samma värden."],
"surfaces.title":["Surfaces","Controller","Kontrollytor"],
"surfaces.none":["The config has no surfaces.","In der Konfiguration stehen keine Controller.","Konfigurationen har inga kontrollytor."],
"surfaces.surface":["Surface {name}","Controller {name}","Kontrollyta {name}"],
"surfaces.controls":["Controls of {name}","Bedienelemente von {name}","Kontroller på {name}"],
"surfaces.display":["Display of {name}","Display von {name}","Display på {name}"],
"surfaces.virtual":["{client}, played with “faderctl virtual move …”","{client}, bewegt mit „faderctl virtual move …“","{client}, spelas med ”faderctl virtual move …”"],
"surfaces.refused":["waits until the errors in its profile are corrected","wartet, bis die Fehler in seinem Profil behoben sind","väntar tills felen i dess profil är rättade"],
"surfaces.awaits":["waiting for {match}","wartet auf {match}","väntar på {match}"],
"surfaces.waiting":["waiting","wartet","väntar"],
"surfaces.waiting-above":["waiting: above","wartet: darüber","väntar: över"],
"surfaces.waiting-below":["waiting: below","wartet: darunter","väntar: under"],
"surfaces.lit":["lit","leuchtet","tänd"],
"surfaces.dark":["dark","dunkel","släckt"],
"surfaces.fold":["Hide what has no mapping","Ohne Zuordnung ausblenden","Dölj det som saknar koppling"],
"surfaces.unfold.one":["Show {count} control without a mapping","{count} Bedienelement ohne Zuordnung zeigen","Visa {count} kontroll utan koppling"],
"surfaces.unfold.other":["Show {count} controls without a mapping","{count} Bedienelemente ohne Zuordnung zeigen","Visa {count} kontroller utan koppling"],
"surfaces.page":["Page of {name}","Seite von {name}","Sida på {name}"],
"surfaces.bank.previous":["Previous strips","Vorige Kanalzüge","Föregående kanaler"],
"surfaces.bank.next":["Next strips","Nächste Kanalzüge","Nästa kanaler"],
"surfaces.bank-on.previous":["Previous strips on {name}","Vorige Kanalzüge auf {name}","Föregående kanaler på {name}"],
"surfaces.bank-on.next":["Next strips on {name}","Nächste Kanalzüge auf {name}","Nästa kanaler på {name}"],
"surfaces.strips":["strips {first}…{last} of {all}","Kanalzüge {first}…{last} von {all}","kanaler {first}…{last} av {all}"],
"surfaces.modifiers":["{names} on","{names} an","{names} på"],
"mixer.mixer":["Show as a mixer","Als Mischpult zeigen","Visa som mixerbord"],
"mixer.list":["Show as a list","Als Liste zeigen","Visa som lista"],
"mixer.strips":["Mixer strips","Kanalzüge","Kanalremsor"],
"mixer.part":["{strip}, {part}","{strip}, {part}","{strip}, {part}"],
"mixer.level":["{name}, level","{name}, Pegel","{name}, nivå"],
"mixer.none":["No parameters here.","Hier sind keine Parameter.","Inga parametrar här."],
"mixer.no-match":["No strip matches “{words}”.","Kein Kanalzug passt zu „{words}“.","Ingen kanalremsa matchar ”{words}”."],
"map.title":["Map","Zuordnen","Koppla"],
"map.how":["Choose the name of a parameter to map it. Each change is shown before it is made.","Wähle den Namen eines Parameters, um ihn zuzuordnen. Jede Änderung wird vorher gezeigt.","Välj en parameters namn för att koppla den. Varje ändring visas innan den görs."],
"map.first":["Write the first config","Erste Konfiguration schreiben","Skriv den första konfigurationen"],
"map.first-how":["There is no config file yet. The first one has what faderd runs on now; then it can be mapped here.","Es gibt noch keine Konfigurationsdatei. Die erste enthält, womit faderd jetzt läuft; danach kann hier zugeordnet werden.","Det finns ingen konfigurationsfil än. Den första innehåller det som faderd kör med nu; sedan går det att koppla här."],
"map.changed-elsewhere":["The file was changed elsewhere, and the daemon has not read it yet: type “faderctl reload”.","Die Datei wurde anderswo geändert, und der Dienst hat sie noch nicht gelesen: gib „faderctl reload“ ein.","Filen har ändrats på annat håll, och tjänsten har inte läst den än: skriv ”faderctl reload”."],
"map.undo-last":["Undo the last change","Letzte Änderung rückgängig machen","Ångra den senaste ändringen"],
"map.undone":["The change was taken back","Die Änderung wurde zurückgenommen","Ändringen togs tillbaka"],
"map.kept":["Written into the config","In die Konfiguration geschrieben","Skrivet i konfigurationen"],
"map.keep":["Keep","Behalten","Behåll"],
"map.again":["Again","Noch einmal","En gång till"],
"map.close":["Close","Schließen","Stäng"],
"map.same":["That changes nothing","Das ändert nichts","Det ändrar ingenting"],
"map.refused":["The config stays as it is","Die Konfiguration bleibt, wie sie ist","Konfigurationen förblir som den är"],
"map.reason":["Reason","Grund","Orsak"],
"map.diff":["What changes in the file","Was sich in der Datei ändert","Vad som ändras i filen"],
"map.command":["This page cannot write the file. Type this in a terminal:","Diese Seite kann die Datei nicht schreiben. Gib das in einem Terminal ein:","Sidan kan inte skriva filen. Skriv det här i en terminal:"],
"map.not-here":["This page cannot change the config any more","Diese Seite kann die Konfiguration nicht mehr ändern","Sidan kan inte längre ändra konfigurationen"],
"map.controls":["Controls","Bedienelemente","Kontroller"],
"map.no-controls":["No control is mapped to it.","Kein Bedienelement ist ihm zugeordnet.","Ingen kontroll är kopplad till den."],
"map.elsewhere":["Also by strips, pages or modifiers, which are changed in the file: {names}","Auch über Kanalzüge, Seiten oder Umschalttasten, die in der Datei geändert werden: {names}","Även via kanalremsor, sidor eller skifttangenter, som ändras i filen: {names}"],
"map.learn":["Learn a control","Bedienelement anlernen","Lär in en kontroll"],
"map.learn-for":["Learn a control for {label}","Bedienelement für {label} anlernen","Lär in en kontroll för {label}"],
"map.learn-strips":["Learn for all strips","Für alle Kanalzüge anlernen","Lär in för alla kanalremsor"],
"map.learn-strips-for":["Learn a control like {label} for all strips","Bedienelement wie {label} für alle Kanalzüge anlernen","Lär in en kontroll som {label} för alla kanalremsor"],
"map.in-strips":["in all strips","in allen Kanalzügen","i alla kanalremsor"],
"map.hint.begin":["One moment …","Einen Moment …","Ett ögonblick …"],
"map.hint.listening":["Move the control: a fader from end to end, an encoder to the right, a button once.","Bewege das Bedienelement: einen Fader von Ende zu Ende, einen Drehgeber nach rechts, eine Taste einmal.","Rör kontrollen: en fader från ände till ände, en pulsgivare åt höger, en knapp en gång."],
"map.hint.more":["Only {message} arrived, which is not enough: move it from end to end, or press it again.","Nur {message} kam an, das ist zu wenig: bewege es von Ende zu Ende, oder drücke noch einmal.","Bara {message} kom fram, det räcker inte: rör den från ände till ände, eller tryck en gång till."],
"map.hint.held":["{message} went down and did not come up: let go of the control.","{message} ging nach unten und kam nicht wieder hoch: lass das Bedienelement los.","{message} gick ner och kom inte upp: släpp kontrollen."],
"map.hint.left":["An encoder: now turn it to the left; if it is a button, press it again.","Ein Drehgeber: drehe ihn jetzt nach links; ist es eine Taste, drücke sie noch einmal.","En pulsgivare: vrid den nu åt vänster; är det en knapp, tryck en gång till."],
"map.hint.foreign":["That sends “{message}”, which cannot be mapped: choose another control, or switch it to a note or a controller (CC) on the device.","Das sendet „{message}“, was nicht zugeordnet werden kann: nimm ein anderes Bedienelement, oder stelle es am Gerät auf eine Note oder einen Controller (CC) um.","Det skickar ”{message}”, som inte kan kopplas: välj en annan kontroll, eller ställ om den på enheten till en not eller en controller (CC)."],
"map.heard":["Heard: {control} ({what})","Gehört: {control} ({what})","Hörde: {control} ({what})"],
"map.was":["It drives {label} now, and then no longer does.","Es bewegt jetzt {label} und danach nicht mehr.","Den styr nu {label}, och gör det sedan inte längre."],
"map.other-page":[
"{surface} shows the page “{page}” now. Rows of strips are learned for the page “{first}”, so this one does nothing until that is shown.",
"{surface} zeigt gerade die Seite „{page}“. Reihen von Kanalzügen werden für die Seite „{first}“ angelernt; diese bewirkt also erst etwas, wenn jene gezeigt wird.",
"{surface} visar just nu sidan ”{page}”. Rader av kanalremsor lärs in för sidan ”{first}”, så den här gör inget förrän den visas.",
],
"map.action-of":["Action of {name}","Funktion von {name}","Funktion för {name}"],
"map.takeover-of":["How {name} takes hold","Wie {name} den Wert übernimmt","Hur {name} tar över värdet"],
"map.amount-of":["Value for {name}","Wert für {name}","Värde för {name}"],
"map.remove-of":["Remove {name}","{name} entfernen","Ta bort {name}"],
"map.amount.by":["Steps","Schritte","Steg"],
"map.amount.value":["Value","Wert","Värde"],
"map.usual":["as usual","wie üblich","som vanligt"],
"map.action.toggle":["switch","umschalten","växla"],
"map.action.step":["step","schrittweise","stega"],
"map.action.cycle":["next choice","nächste Auswahl","nästa val"],
"map.action.set":["set a value","Wert setzen","sätt ett värde"],
"map.action.hold":["value while held","Wert, solange gedrückt","värde medan den hålls"],
"map.action.reset":["reset","zurücksetzen","återställ"],
"map.action.follow":["on while held","an, solange gedrückt","på medan den hålls"],
"map.takeover.jump":["jump","springen","hoppa"],
"map.takeover.pickup":["pick up","abholen","hämta upp"],
"map.takeover.scale":["scale","angleichen","skala"],
"map.takeover.relative":["relative","relativ","relativt"],
"map.keys":["Parameter","Parameter","Parameter"],
"map.not-written":["It is not written out in the config: a list, a program or faderd itself makes it. Its controls can be mapped all the same.","Er steht nicht selbst in der Konfiguration: eine Liste, ein Programm oder faderd erzeugt ihn. Zuordnen kann man ihn trotzdem.","Den står inte själv i konfigurationen: en lista, ett program eller faderd skapar den. Den kan kopplas ändå."],
"map.show":["Show the change","Änderung zeigen","Visa ändringen"],
"map.key.label":["Name","Name","Namn"],
"map.key.short":["Name on displays","Name auf Displays","Namn på displayer"],
"map.key.min":["Lowest value","Kleinster Wert","Lägsta värde"],
"map.key.max":["Highest value","Größter Wert","Högsta värde"],
"map.key.unit":["Unit","Einheit","Enhet"],
"map.key.step":["Step","Schritt","Steg"],
"map.key.decimals":["Decimals","Nachkommastellen","Decimaler"],
"map.key.kind":["Kind","Art","Sort"],
"map.key.taper":["Taper","Kennlinie","Kurva"],
"map.key.color":["Color","Farbe","Färg"],
"map.no-color":["none","keine","ingen"],
"map.kind.number":["number","Zahl","tal"],
"map.kind.integer":["whole number","ganze Zahl","heltal"],
"map.kind.toggle":["switch","Schalter","brytare"],
"map.kind.choice":["choice","Auswahl","val"],
"map.kind.text":["text","Text","text"],
"map.kind.trigger":["trigger","Auslöser","utlösare"],
"map.taper.linear":["linear","linear","linjär"],
"map.taper.log":["logarithmic","logarithmisch","logaritmisk"],
"map.taper.audio":["audio","Audio","ljud"],
"map.color.red":["red","Rot","röd"],
"map.color.orange":["orange","Orange","orange"],
"map.color.yellow":["yellow","Gelb","gul"],
"map.color.green":["green","Grün","grön"],
"map.color.cyan":["cyan","Cyan","cyan"],
"map.color.blue":["blue","Blau","blå"],
"map.color.purple":["purple","Violett","lila"],
"map.color.pink":["pink","Rosa","rosa"],
"map.color.white":["white","Weiß","vit"],
"map.earlier":["Earlier","Früher","Tidigare"],
"map.later":["Later","Später","Senare"],
"map.delete":["Delete the parameter","Parameter löschen","Ta bort parametern"],
"map.delete-of":["Delete {label}","{label} löschen","Ta bort {label}"],
"map.delete.controls":["These controls drive nothing then: {names}","Diese Bedienelemente bewegen dann nichts: {names}","De här kontrollerna styr då ingenting: {names}"],
"map.delete.pages":["It goes from these pages: {names}","Er verschwindet von diesen Seiten: {names}","Den försvinner från de här sidorna: {names}"],
"map.delete.snapshots":["These snapshots keep their value of it: {names}","Diese Snapshots behalten ihren Wert davon: {names}","De här snapshotarna behåller sitt värde för den: {names}"],
"map.add-parameter":["Add a parameter","Parameter hinzufügen","Lägg till en parameter"],
"map.target":["What it moves","Was er bewegt","Vad den styr"],
"map.no-target":["nothing outside","nichts außerhalb","inget utanför"],
"map.bound":["bound to {id}","verbunden mit {id}","bunden till {id}"],
"map.candidate.default-sink":["Default output","Standardausgabe","Standardutgång"],
"map.candidate.default-source":["Default input","Standardeingabe","Standardingång"],
"map.candidate.rest":["All other programs","Alle anderen Programme","Alla andra program"],
"map.candidate.sink":["output","Ausgabe","utgång"],
"map.candidate.source":["input","Eingabe","ingång"],
"map.candidate.app":["program","Programm","program"],
"map.candidate.capture":["program that records","Programm, das aufnimmt","program som spelar in"],
"map.candidate.player":["player","Player","spelare"],
"map.candidate.backlight":["screen","Bildschirm","skärm"],
"map.candidate.leds":["light","Licht","ljus"],
"map.candidate.obs":["OBS","OBS","OBS"],
"map.offer.volume":["volume","Lautstärke","volym"],
"map.offer.mute":["mute","Stumm","tyst"],
"map.offer.playing":["play","Wiedergabe","spela"],
"map.offer.next":["next","Nächstes","nästa"],
"map.offer.previous":["previous","Voriges","föregående"],
"map.offer.brightness":["brightness","Helligkeit","ljusstyrka"],
"map.offer.scene":["scene","Szene","scen"],
"map.offer.recording":["recording","Aufnahme","inspelning"],
"map.offer.streaming":["streaming","Übertragung","sändning"],
"map.add-controller":["Add a controller","Controller hinzufügen","Lägg till en kontrollyta"],
"map.model":["Model","Modell","Modell"],
"map.choose":["choose …","auswählen …","välj …"],
"map.add":["Add {name}","{name} hinzufügen","Lägg till {name}"],
"map.unknown-controller":["not known: learn its controls one by one","unbekannt: lerne seine Bedienelemente einzeln an","okänd: lär in dess kontroller en i taget"],
"map.add-page":["Make a page","Seite anlegen","Skapa en sida"],
"map.page-how":["The page has what is shown now: search or choose a group first.","Die Seite hat, was jetzt gezeigt wird: suche zuerst oder wähle eine Gruppe.","Sidan får det som visas nu: sök först eller välj en grupp."],
"map.page-name":["Name of the page","Name der Seite","Sidans namn"],
};
return{WORDS};
})();
const $words_say=(()=>{
const{WORDS}=$words_words;
const LANGUAGES=["en","de","sv"];
const language=navigator.languages.map(tag=>tag.slice(0,2).toLowerCase()).find(tag=>LANGUAGES.includes(tag))??"en";
const column=LANGUAGES.indexOf(language);
const numbers=new Intl.PluralRules(language);
const PLACE=/\{(\w+)\}/;
const textOf=(key,count)=>(WORDS[key]??WORDS[`${key}.${numbers.select(count)}`])[column];
function say(key,values={}){
return textOf(key,values.count).replace(new RegExp(PLACE,"g"),(_,name)=>values[name]);
}
const saying=(key,elements)=>textOf(key).split(PLACE).map((part,index)=>index%2?elements[part]:part);
return{language,say,saying};
})();
const $stream_api=(()=>{
const{Signal}=$base_signal;
const{key}=$stream_key;
const{withViewer}=$base_address;
const{say}=$words_say;
class Refusal extends Error{
constructor(status,problem){
super(problem?.detail??say("answered-with",{status}));
this.status=status;
this.problem=problem??{};
}
}
class Unanswered extends Error{
constructor(){super(say("unanswered"));}
}
const isUnheard=error=>!error.status||["unavailable","too-many-connections","evicted"].some(kind=>error.problem?.type===`urn:faderd:${kind}`);
const session={name:null,begun:new Signal()};
const PATIENCE=2000;
const LONGEST={GET:30000,other:10000};
const AGAIN=[400,1200,3600];
const hasSession=()=>session.name?null:new Promise(resolve=>{
const done=()=>{clearTimeout(timer);end();resolve();};
const timer=setTimeout(done,PATIENCE),end=session.begun.on(done);
});
function headers(more={}){
const own=key();
return{"Fader-By":"web page",...(own?{Authorization:`Bearer ${own}`}:{}),...(session.name?{"Fader-Session":session.name}:{}),...more};
}
async function ask(method,path,body){
for(const pause of method==="GET"?AGAIN:[]){
try{
return await askInSession(method,path,body);
}catch(error){
if(!isUnheard(error)||error instanceof Unanswered||error.name==="AbortError")throw error;
}
await new Promise(resolve=>{setTimeout(resolve,pause);});
}
return askInSession(method,path,body);
}
async function askInSession(method,path,body){
for(let isAgain=false;;isAgain=true){
if(method!=="GET")await hasSession();
const{name}=session;
try{
return await send(method,path,body);
}catch(error){
if(isAgain||error.problem?.type!=="urn:faderd:unknown-session")throw error;
if(session.name===name)session.name=null;
}
}
}
const running=new Set();
function giveUp(){
for(const control of running)control.abort();
}
async function send(method,path,body){
const control=new AbortController();
running.add(control);
const timer=setTimeout(()=>control.abort(new Unanswered()),LONGEST[method]??LONGEST.other);
try{
const answer=await fetch(path,{
method,headers:headers(body===undefined?{}:{"Content-Type":"application/json"}),credentials:"omit",cache:"no-store",
body:body===undefined?undefined:JSON.stringify(body),signal:control.signal,
});
const decoded=decode(await answer.text());
if(!answer.ok)throw new Refusal(answer.status,decoded);
return decoded;
}finally{
clearTimeout(timer);
running.delete(control);
}
}
function decode(text){
try{return JSON.parse(text);}catch{return null;}
}
const askViewed=(method,path,body)=>ask(method,withViewer(path),body);
const pathOf=id=>`/v1/parameters/${encodeURIComponent(id)}`;
return{Refusal,Unanswered,isUnheard,session,headers,ask,giveUp,askViewed,pathOf};
})();
const $stream_reader=(()=>{
async function readEvents(body,take){
const reader=body.pipeThrough(new TextDecoderStream()).getReader();
let rest="",name="message",data=[];
for(;;){
const{value,done}=await reader.read();
if(done)return;
rest+=value;
let end;
while((end=rest.indexOf("\n"))>=0){
const line=rest.slice(0,end).replace(/\r$/,"");
rest=rest.slice(end+1);
if(line===""){
if(data.length)take(name,data.join("\n"));
name="message";
data=[];
}else if(line.startsWith("event:"))name=line.slice(6).trim();
else if(line.startsWith("data:"))data.push(line.slice(5).replace(/^ /,""));
}
}
}
return{readEvents};
})();
const $stream_slots=(()=>{
const PLACES=4;
const TURN="faderd.turn";
async function takePlace(takesOver,lost){
if(!navigator.locks)return()=>{};
for(let place=0;place<PLACES;place++){
const release=await hold(place,{ifAvailable:true},lost);
if(release)return release;
}
if(!takesOver)return null;
const turn=(Number(localStorage.getItem(TURN))+1)%PLACES;
localStorage.setItem(TURN,String(turn));
return hold(turn,{steal:true},lost);
}
function hold(place,options,lost){
return new Promise(resolve=>{
let isReleased=false;
navigator.locks.request(`faderd-stream-${place}`,options,lock=>{
if(!lock)return resolve(null);
return new Promise(release=>resolve(()=>{isReleased=true;release();}));
}).catch(()=>{if(!isReleased)lost();});
});
}
return{takePlace};
})();
const $stream_live=(()=>{
const{Refusal,Unanswered,giveUp,headers,session}=$stream_api;
const{readEvents}=$stream_reader;
const{takePlace}=$stream_slots;
const{drop,key}=$stream_key;
const{Signal}=$base_signal;
const{withViewer}=$base_address;
const PAUSES=[500,1000,2000,4000,7000,10000];
const SILENCE=40000;
const BEGINNING=10000;
const MOMENT=500;
const status={state:"starting",until:0,reason:""};
const changed=new Signal();
const events=new Signal();
let attempts=0;
let running=null;
let timer=0;
let levels="";
let ended=null;
function tell(state,reason="",until=0){
Object.assign(status,{state,reason,until});
document.documentElement.dataset.live=state;
changed.emit(status);
}
function start(){
document.addEventListener("visibilitychange",()=>document.hidden?stop("hidden"):retry());
if(!/^(localhost|127\..*|\[::1\])$/.test(location.hostname)){
addEventListener("offline",leave);
addEventListener("online",()=>{leave();retry();});
}
addEventListener("pagehide",()=>stop("hidden"));
addEventListener("pageshow",event=>{if(event.persisted)retry();});
addEventListener("focus",use);
addEventListener("pointerdown",use,true);
if(!document.hidden)open(false);
}
function leave(){
if(document.hidden||!["live","lost","starting"].includes(status.state))return;
running?.abort();
running=null;
giveUp();
clearTimeout(timer);
timer=setTimeout(()=>open(false),PAUSES[0]);
tell("lost","",performance.now()+PAUSES[0]);
}
async function follow(ids){
const now=ids.join();
if(now===levels)return;
levels=now;
if(!running)return;
running.abort();
running=null;
await ended;
if(!running&&status.state==="live")open(false);
}
function use(){
if(status.state==="paused"&&!running)open(true);
}
function retry(){
if(running||document.hidden||(status.state==="denied"&&!key()))return;
clearTimeout(timer);
if(status.state==="hidden")setTimeout(()=>{if(status.state==="hidden"&&!document.hidden)tell("starting");},MOMENT);
open(false);
}
function stop(state,reason){
clearTimeout(timer);
running?.abort();
running=null;
tell(state,reason);
}
function open(takesOver){
ended=opened(takesOver);
}
async function opened(takesOver){
if(!key())return tell("denied");
clearTimeout(timer);
const control=running=new AbortController();
const release=await takePlace(takesOver,()=>{if(running===control)stop("paused");});
if(running!==control)return release?.();
if(!release){running=null;return tell("paused");}
let reason="";
try{
const{name}=session;
await read(control,name??"new").catch(error=>{
if(error.status!==409||!name)throw error;
session.name=null;
return read(control,"new");
});
}catch(error){
reason=error instanceof Refusal||error instanceof Unanswered?error.message:"";
if(error.status===401)drop();
}finally{
release();
}
if(running!==control)return;
running=null;
if(!key())return tell("denied",reason);
const pause=PAUSES[Math.min(attempts++,PAUSES.length-1)];
giveUp();
tell("lost",reason,performance.now()+pause);
timer=setTimeout(()=>open(false),pause);
}
async function read(control,name){
let watchdog=0;
const wait=time=>{clearTimeout(watchdog);watchdog=setTimeout(()=>control.abort(new Unanswered()),time);};
wait(BEGINNING);
try{
const path=withViewer(`/v1/events?form=batch&rate=30&session=${name}${levels && `&levels=${levels}`}`);
const own=headers();
delete own["Fader-Session"];
const answer=await fetch(path,{headers:own,signal:control.signal,cache:"no-store",credentials:"omit"});
if(!answer.ok)throw new Refusal(answer.status,await answer.json().catch(()=>null));
const bytes=answer.body.pipeThrough(new TransformStream({transform(chunk,to){wait(SILENCE);to.enqueue(chunk);} }));
await readEvents(bytes,(name,data)=>{
if(running===control)take(name,JSON.parse(data));
});
}finally{
clearTimeout(watchdog);
}
}
function take(name,data){
if(name==="session"){
session.name=data.session;
session.begun.emit();
}
events.emit(name,data);
if(name==="state"&&status.state!=="live"){
attempts=0;
tell("live");
}
}
return{status,changed,events,start,follow,retry};
})();
const $store_levels=(()=>{
const{Signal}=$base_signal;
const{events}=$stream_live;
const levels=new Map();
const changed=new Signal();
const levelOf=id=>levels.get(id)??-Infinity;
function start(){
events.on((name,data)=>{
if(name==="levels"){
for(const[id,level]of data)levels.set(id,level==="-inf"?-Infinity:level);
changed.emit(new Set(data.map(([id])=>id)));
}else if(name==="state"){
const before=new Set(levels.keys());
levels.clear();
changed.emit(before);
}
});
}
return{changed,levelOf,start};
})();
const $base_number=(()=>{
const format=new Intl.NumberFormat(undefined,{maximumFractionDigits:15,useGrouping:false});
const spell=number=>format.format(number).replace("-","−");
return{spell};
})();
const $store_scale=(()=>{
const{spell}=$base_number;
const AUDIO=[[0,-90],[0.0625,-60],[0.25,-30],[0.5,-10],[1,10]];
const LOWEST=-90;
const WIDTHS=[9,11,14,17,22];
const GAP=0.6;
const LINE=1;
function along(points,x,from,to){
const rises=points[points.length-1][from]>points[0][from];
let next=points.findIndex(point=>rises?point[from]>=x:point[from]<=x);
if(next<0)next=points.length-1;
next=Math.max(next,1);
const[a,b]=[points[next-1],points[next]];
return a[to]+(x-a[from])/(b[from]-a[from])*(b[to]-a[to]);
}
class Scale{
constructor(parameter){
this.isSilent=parameter.min==="-inf";
const first=this.isSilent?LOWEST:parameter.min;
this.isTurned=first>parameter.max;
this.low=Math.min(first,parameter.max);
this.high=Math.max(first,parameter.max);
this.decimals=parameter.decimals??0;
const taper=parameter.taper;
if(taper==="log"){
const[a,b]=[Math.log(Math.abs(this.low)),Math.log(Math.abs(this.high))];
const sign=this.low<0?-1:1;
this.toValue=x=>sign*Math.exp(a+x*(b-a));
this.toTravel=value=>(Math.log(Math.abs(value))-a)/(b-a);
}else if(taper==="audio"){
const travel=value=>along(AUDIO,value,1,0);
const[a,b]=[travel(this.low),travel(this.high)];
this.toValue=x=>along(AUDIO,a+x*(b-a),0,1);
this.toTravel=value=>(travel(value)-a)/(b-a);
}else if(taper?.points){
const points=this.isTurned?taper.points.map(([x,y])=>[1-x,y]).reverse():taper.points;
this.toValue=x=>along(points,x,0,1);
this.toTravel=value=>along(points,value,1,0);
}else{
this.isEven=true;
this.toValue=x=>this.low+x*(this.high-this.low);
this.toTravel=value=>(value-this.low)/(this.high-this.low);
}
}
value(position){
const value=this.toValue(Math.min(1,Math.max(0,this.isTurned?1-position:position)));
return Number(Math.min(this.high,Math.max(this.low,value)).toFixed(this.decimals));
}
position(value){
const travel=value<=this.low?0:value>=this.high?1:this.toTravel(value);
return this.isTurned?1-travel:travel;
}
get origin(){
const zero=this.low<0&&this.high>0&&!this.isSilent?this.position(0):0;
return zero>0.25&&zero<0.75?zero:0;
}
marks(isUpright=false){
const{low,high,isSilent}=this;
const all=[...(isSilent?[low]:[]),...(low<0&&high>0?[0]:[]),...(isSilent?[high]:[]),...this.#round()]
.map(value=>({position:this.position(value),text:isSilent&&value===low?"−∞":short(value)}));
const found=[];
const room=text=>isUpright?LINE:breadth(text);
for(const from of WIDTHS){
for(const{position,text}of all){
const isFree=room(text)<=from/3&&found.every(mark=>Math.abs(mark.position-position)*from>=(room(mark.text)+room(text))/2+GAP);
if(isFree)found.push({position,text,from});
}
}
return found.sort((a,b)=>a.position-b.position);
}
#round(){
const{low,high}=this;
if(low>0&&high/low>50){
const values=[];
for(let ten=10**Math.floor(Math.log10(low));ten<=high;ten*=10)values.push(ten,5*ten,2*ten);
return values.filter(value=>value>=low&&value<=high).sort((a,b)=>rank(a)-rank(b));
}
const span=high-low;
const most=this.isEven?6:12;
const ten=10**Math.floor(Math.log10(span/5));
const step=[1,2,5,10].map(n=>n*ten).find(n=>span/n<=most)??10*ten;
const values=[];
for(let n=Math.floor(high/step);n*step>=low-1e-9;n--)values.push(Number((n*step).toPrecision(12)));
return values;
}
}
const rank=value=>{const digit=Number(value.toExponential()[0]);return digit===1?0:digit===5?1:2;};
const LARGE=[["T",1e12],["G",1e9],["M",1e6],["k",1e3]];
function short(value){
const[letter,size]=LARGE.find(([,size])=>Math.abs(value)>=size)??["",1];
const rest=Number((value/size).toPrecision(6));
return letter&&rest*10%1?spell(Number(value.toPrecision(6))):`${spell(rest)}${letter}`;
}
const breadth=text=>[...text].reduce((sum,letter)=>sum+(/[.,٫]/.test(letter)?0.33:/[−∞]/.test(letter)?0.84:0.64),0);
return{Scale};
})();
const $store_parameters=(()=>{
const{Signal}=$base_signal;
const{events,status}=$stream_live;
const{ask,pathOf}=$stream_api;
const{withViewer}=$base_address;
const{Scale}=$store_scale;
const{say}=$words_say;
const UNHEARD="–";
class Parameter{
touched=false;
changed=new Signal();
constructor(resource){this.take(resource);}
take(resource){
Object.assign(this,{declaredBy:undefined,owner:undefined,position:undefined,color:undefined,hasLevel:undefined,known:true},resource);
if(!this.known)this.text=UNHEARD;
this.editTextRevision=resource.revision;
if(resource.min!==undefined&&resource.kind!=="color")this.scale=new Scale(resource);
}
static shape({id,label,kind,color,min,max,decimals,unit,taper,step,options,words,parts,partOf,declaredBy,hasLevel}){
return JSON.stringify({id,label,kind,color,min,max,decimals,unit,taper,step,options,words,parts,partOf,declaredBy,hasLevel});
}
}
const parameters=new Map();
const daemon={version:""};
const reshaped=new Signal();
const moved=new Signal();
let shape="";
function takeState(state){
daemon.version=state.version;
const touched=new Set(state.touched);
const before=new Map(parameters);
parameters.clear();
for(const resource of state.parameters){
const old=before.get(resource.id);
const isSame=old&&Parameter.shape(old)===Parameter.shape(resource);
if(isSame)old.take(resource);
const parameter=isSame?old:new Parameter(resource);
parameter.touched=touched.has(resource.id);
parameters.set(resource.id,parameter);
}
const now=state.parameters.map(Parameter.shape).join();
if(now!==shape){
shape=now;
reshaped.emit();
}
for(const parameter of parameters.values())parameter.changed.emit();
moved.emit([...parameters.values()]);
}
function takeBatch(entries){
const all=[];
for(const[id,revision,position,text,flag]of entries){
const parameter=parameters.get(id);
if(!parameter)continue;
const state=parameter.kind==="trigger"?{running:flag}:{touched:flag};
if(revision<parameter.revision)Object.assign(parameter,state);
else Object.assign(parameter,{revision,text,...state},text===UNHEARD?{}:{known:true},position===null?{}:{position});
all.push(parameter);
}
for(const parameter of all)parameter.changed.emit();
moved.emit(all);
}
function takeAnswer(resource){
const parameter=parameters.get(resource.id);
if(!parameter||resource.revision<parameter.revision)return;
parameter.take(resource);
parameter.changed.emit();
moved.emit([parameter]);
}
async function refresh(id){
const resource=await ask("GET",withViewer(pathOf(id)));
takeAnswer(resource);
return resource;
}
function start(){
events.on((name,data)=>{
if(name==="state")takeState(data);
else if(name==="batch")takeBatch(data);
});
}
async function poll(){
const list=await ask("GET",withViewer("/v1/parameters"));
if(status.state==="paused")takeState({parameters:list,touched:[],version:daemon.version});
}
function whose({origin,owner},isOther=false){
if((origin==="touch"||origin==="hand")&&owner)return owner;
if(["api","text"].includes(origin))return say(`whose.${isOther ? "other-" : ""}${origin}`);
return["recall","undo","target","restore"].includes(origin)?say(`whose.${origin}`):owner??say("whose.somebody");
}
return{Parameter,parameters,daemon,reshaped,moved,takeAnswer,refresh,start,poll,whose};
})();
const $store_scope=(()=>{
const{Signal}=$base_signal;
const{get}=$base_address;
const{events}=$stream_live;
const scope={page:undefined,changed:new Signal()};
const isPageKey=()=>typeof scope.page==="string";
const shownPage=()=>scope.page??get("page");
function start(){
events.on((name,data)=>{
if(name!=="state"||scope.page===(data.page??null))return;
scope.page=data.page??null;
document.documentElement.toggleAttribute("data-page-key",isPageKey());
scope.changed.emit();
});
}
return{scope,isPageKey,shownPage,start};
})();
const $store_surfaces=(()=>{
const{Signal,single}=$base_signal;
const{events}=$stream_live;
const{ask}=$stream_api;
const{parameters}=$store_parameters;
const{isPageKey}=$store_scope;
const surfaces={list:[]};
const reshaped=new Signal();
const touched=new Signal();
const waited=new Signal();
const hands=new Map();
const handsOn=id=>[...hands].filter(([,hand])=>hand.parameter===id).map(([key])=>key);
let waiting=new Map();
const waitingFor=id=>waiting.get(id)??[];
function findWaiting(){
const before=waiting;
waiting=new Map();
for(const{name,state,controls}of surfaces.list){
for(const{id,parameter,takeover}of state==="connected"?controls??[]:[]){
if(!parameter||!takeover?.waiting)continue;
waiting.set(parameter,[...waitingFor(parameter),{name:`${name} ${id}`,takeover}]);
}
}
for(const id of new Set([...before.keys(),...waiting.keys()]))parameters.get(id)?.changed.emit();
}
function takeTakeover(event){
if(load.isRunning())load();
const control=surfaces.list.find(one=>one.name===event.surface)?.controls?.find(one=>one.id===event.control);
if(!control)return;
Object.assign(control,{takeover:event.takeover,parameter:event.parameter});
findWaiting();
waited.emit(event);
}
const isUnderHand=(surface,control)=>hands.has(`${surface} ${control}`);
const load=single(async()=>{
if(isPageKey())return;
try{
surfaces.list=await ask("GET","/v1/surfaces");
}catch{
return;
}
hands.clear();
for(const{name,controls}of surfaces.list)
for(const control of controls??[])
if(control.touched||control.held)
hands.set(`${name} ${control.id}`,{surface:name,control:control.id,parameter:control.parameter,touched:control.touched,held:control.held});
findWaiting();
reshaped.emit();
});
function takeTouch(touch){
if(touch.gesture||!touch.surface)return;
if(load.isRunning())load();
const key=`${touch.surface} ${touch.control}`;
const isOn=touch.touched||touch.held;
if(isOn)hands.set(key,touch);else hands.delete(key);
const surface=surfaces.list.find(one=>one.name===touch.surface);
const control=surface?.controls?.find(one=>one.id===touch.control);
if(control)control.parameter=touch.parameter;
touched.emit(touch);
if(!isOn&&surface?.pages)load();
}
function start(){
events.on((name,data)=>{
if(["state","surfaces","page","bank"].includes(name))load();
else if(name==="touch")takeTouch(data);
else if(name==="takeover")takeTakeover(data);
});
}
return{surfaces,reshaped,touched,waited,handsOn,waitingFor,isUnderHand,start};
})();
const $store_peers=(()=>{
const{Signal}=$base_signal;
const{changed:streamChanged,events}=$stream_live;
const{parameters}=$store_parameters;
let list=[];
let away=new Set();
const changed=new Signal();
const silent=()=>list;
const isAway=id=>away.has(id);
function take(now){
const before=away;
list=now;
away=new Set(now.flatMap(peer=>peer.parameters));
for(const id of before.symmetricDifference?.(away)??[...before,...away])parameters.get(id)?.changed.emit();
changed.emit();
}
function start(){
events.on((name,data)=>{if(name==="peers")take(data);});
streamChanged.on(({state})=>{if(state==="lost"&&list.length)take([]);});
}
return{changed,silent,isAway,start};
})();
const $store_targets=(()=>{
const{single}=$base_signal;
const{events}=$stream_live;
const{ask}=$stream_api;
const{parameters}=$store_parameters;
const{isAway}=$store_peers;
const{isPageKey}=$store_scope;
const{say}=$words_say;
let targets=new Map();
function take(list){
const before=targets;
targets=new Map();
for(const{parameter,target,state,matched,differs,note,lastError}of list){
targets.set(parameter,[...(targets.get(parameter)??[]),{target,state,matched,differs,note,lastError}]);
}
for(const id of new Set([...before.keys(),...targets.keys()])){
if(JSON.stringify(before.get(id))!==JSON.stringify(targets.get(id)))parameters.get(id)?.changed.emit();
}
}
const load=single(async()=>{
if(isPageKey())return take([]);
try{
take((await ask("GET","/v1/targets")).targets);
}catch{
}
});
const troublesOf=id=>(targets.get(id)??[]).map(troubleOf).filter(one=>one&&!(one.kind==="away"&&isAway(id)));
const withReason=(text,reason)=>reason?`${text} (${reason})`:text;
function troubleOf({target,state,matched,differs,note,lastError}){
if(state==="absent")return{kind:"away",text:withReason(say("target.away",{target}),note)};
if(state==="failing")return{kind:"failing",text:withReason(say("target.failing",{target}),lastError)};
if(differs&&matched.length<2&&note)return{kind:"split",text:`${target}: ${note}`};
if(differs)return{kind:"split",text:withReason(say("target.split",{target}),matched.join(", "))};
return null;
}
function start(){
events.on((name,data)=>{
if(name==="state")load();
else if(name==="targets"){
if(load.isRunning())load();
take(data);
}
});
}
return{troublesOf,troubleOf,start};
})();
const $store_pages=(()=>{
const{Signal,joined}=$base_signal;
const{events}=$stream_live;
const{ask}=$stream_api;
const REST=1000;
let list=[];
let isLoaded=false;
let labels=new Map();
let wantsEverything=false;
const named=name=>list.find(page=>page.name===name);
const pages={
changed:new Signal(),
get names(){return list.map(page=>page.name).filter(Boolean);},
of:name=>(name&&named(name)?.show)||null,
viewOf:name=>name?named(name)?.view??(isLoaded?"list":null):"list",
labelOf:word=>labels.get(word),
strips(name){
const page=named(name)??named("");
if(page)return page.strips;
if(!wantsEverything&&isLoaded){
wantsEverything=true;
soon();
}
return null;
},
};
async function load(){
const now=await ask("GET",wantsEverything?"/v1/pages?everything":"/v1/pages").catch(()=>list);
if(isLoaded&&JSON.stringify(now)===JSON.stringify(list))return;
isLoaded=true;
list=now;
labels=new Map(now.flatMap(page=>page.strips).filter(strip=>strip.word).map(strip=>[strip.word,strip.label]));
pages.changed.emit();
}
const soon=joined(load,REST);
function start(){
events.on(name=>{if(name==="state")soon();});
}
return{pages,start};
})();
const $layout_groups=(()=>{
const{parameters}=$store_parameters;
const{get}=$base_address;
const{pages}=$store_pages;
const{shownPage}=$store_scope;
const groupOf=id=>id.includes(".")?id.slice(0,id.lastIndexOf(".")):"";
function labelOf(group){
const parameter=parameters.get(group);
if(parameter&&parameter.label!==group)return parameter.label;
const word=group.slice(group.lastIndexOf(".")+1);
const written=word.replace(/[-_]+/g," ").trim()||word;
return pages.labelOf(word)??written[0].toUpperCase()+written.slice(1);
}
const pathOf=group=>group?[...pathOf(groupOf(group)),labelOf(group)]:[];
const words=text=>text.toLowerCase().split(/\s+/).filter(Boolean);
const isBelow=(id,prefix)=>!prefix||id===prefix||id.startsWith(`${prefix}.`);
function onPage(){
const all=[...parameters.values()].filter(parameter=>!parameter.partOf);
const globs=pages.of(shownPage());
if(!globs)return all;
const found=new Set();
for(const glob of globs){
const pattern=new RegExp(`^${glob.replace(/[.\\+^$|(){}[\]]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".")}$`);
if(parameters.has(glob))found.add(parameters.get(glob));
for(const parameter of all)if(pattern.test(parameter.id))found.add(parameter);
}
return[...found];
}
function shown(){
const wanted=words(get("q"));
const at=get("at");
pages.strips(shownPage());
const groups=new Map();
for(const parameter of onPage()){
const text=`${parameter.id} ${parameter.label}`.toLowerCase();
if(!isBelow(parameter.id,at)||!wanted.every(word=>text.includes(word)))continue;
const group=groupOf(parameter.id);
if(!groups.has(group))groups.set(group,[]);
groups.get(group).push(parameter);
}
return[...groups];
}
return{groupOf,labelOf,pathOf,onPage,shown};
})();
const $layout_view=(()=>{
const{h,icon,set}=$base_dom;
const{Signal}=$base_signal;
const address=$base_address;
const{pages}=$store_pages;
const{scope,shownPage}=$store_scope;
const{say}=$words_say;
const changed=new Signal();
let now=null;
const current=()=>now;
const isMapping=()=>document.documentElement.hasAttribute("data-mapping");
const wished=()=>isMapping()?"list":["mixer","list"].find(view=>view===address.get("view"))??pages.viewOf(shownPage());
const button=h("button",{class:"icon view",onclick:()=>{
const other=now==="mixer"?"list":"mixer";
address.put("view",other===pages.viewOf(shownPage())?"":other);
} });
function find(){
button.hidden=isMapping();
if(wished()===now)return;
now=wished();
if(now)document.documentElement.dataset.view=now;
const name=say(now==="mixer"?"mixer.list":"mixer.mixer");
set(button,{"aria-label":name,title:name});
button.replaceChildren(icon(now==="mixer"?"rows":"strips"));
changed.emit();
}
function start(){
address.changed.on(find);
pages.changed.on(find);
scope.changed.on(find);
new MutationObserver(find).observe(document.documentElement,{attributeFilter:["data-mapping"]});
find();
}
return{changed,current,isMapping,button,start};
})();
const $layout_away=(()=>{
const{h}=$base_dom;
const address=$base_address;
const{reshaped}=$store_parameters;
const{pages}=$store_pages;
const{changed,silent}=$store_peers;
const{shownPage}=$store_scope;
const{shown}=$layout_groups;
const view=$layout_view;
const{say}=$words_say;
const element=h("div",{class:"away-lines",role:"status"});
function seen(){
const strips=view.current()==="mixer"?pages.strips(shownPage())??[]:[];
return new Set([...shown().flatMap(([,all])=>all.flatMap(({id,parts})=>[id,...parts??[]])),...strips.flatMap(({ids})=>ids)]);
}
function paint(){
const here=silent().length?seen():new Set();
const names=silent().filter(({parameters})=>parameters.some(id=>here.has(id))).map(({name,kind})=>name??say(`peer.${kind}`));
const lines=[...new Set(names)].map(name=>say("away.line",{name}));
if(JSON.stringify(lines)===JSON.stringify([...element.children].map(line=>line.textContent)))return;
element.replaceChildren(...lines.map(line=>h("p",{class:"banner away"},h("bdi",{},line))));
}
function start(){
for(const signal of[changed,reshaped,pages.changed,address.changed,view.changed])signal.on(paint);
}
return{element,start};
})();
const $layout_blocked=(()=>{
let parts=[];
let focused=null;
const reasons=new Set();
function start(all){parts=all;}
function block(reason,isBlocking){
const was=reasons.size>0;
if(isBlocking)reasons.add(reason);else reasons.delete(reason);
const is=reasons.size>0;
if(is===was)return;
if(is)focused=parts.some(part=>part.contains(document.activeElement))?document.activeElement:null;
for(const part of parts)part.inert=is;
if(!is&&focused?.isConnected&&[null,document.body,focused].includes(document.activeElement))focused.focus({preventScroll:true});
}
return{start,block};
})();
const $store_sender=(()=>{
const{ask,askViewed,pathOf}=$stream_api;
const{takeAnswer}=$store_parameters;
const waiting=new Map();
let isSending=false;
let last=0;
const own=new Map();
const SILENCE=2200;
const isOwn=id=>own.has(id);
function count(id,by){
const now=(own.get(id)??0)+by;
if(now>0)own.set(id,now);else own.delete(id);
}
class Gesture{
#key=`hand-${++last}-${Math.random().toString(36).slice(2, 8)}`;
#places=[this.#key];
#failed;
#isOver=false;
constructor(id,failed){
this.id=id;
this.#failed=failed;
count(id,1);
}
#over(){
if(this.#isOver)return;
this.#isOver=true;
setTimeout(()=>count(this.id,-1),SILENCE);
}
move(position){this.#put(this.#body(position));}
end(position){
this.#put({...this.#body(position),end:true});
this.#over();
}
read(taken){
enqueue(`${this.#key}-read`,{method:"GET",path:pathOf(this.id),taken,failed:this.#failed});
}
restore(position,valueOf){
const taken=answer=>{
takeAnswer(answer);
const value=valueOf();
if(JSON.stringify(answer.value)===JSON.stringify(value))return;
const body={value};
enqueue(this.#key,{method:"PUT",path:pathOf(this.id),body,isViewed:true,taken:takeAnswer,failed:this.#failed});
};
this.#put({...this.#body(position),end:true},{taken});
this.#over();
}
step(by,size){
const before=this.#newest?.body;
if(before&&before.size!==size)this.#places.push(`${this.#key}-${this.#places.length}`);
this.#put({by:before?.size===size?before.by+by:by,size,gesture:this.#key},{method:"POST",ending:"/step"});
}
finish(id=this.id){
const newest=this.#newest;
if(newest)newest.body.end=true;else this.#put({by:0,gesture:this.#key,end:true},{method:"POST",ending:"/step",id});
this.#over();
}
keep(id){
if(!this.#newest)this.#put({by:0,gesture:this.#key},{method:"POST",ending:"/step",id});
}
drop(){
for(const place of this.#places)waiting.delete(place);
this.#failed=null;
this.#over();
}
get #newest(){return waiting.get(this.#places.at(-1));}
#body(position){
return typeof position==="number"?{position,gesture:this.#key}:{positions:position,gesture:this.#key};
}
#put(body,{method="PUT",ending="",id=this.id,taken=takeAnswer}={}){
if(this.#isOver)return;
enqueue(this.#places.at(-1),{method,path:pathOf(id)+ending,body,isViewed:true,taken,failed:error=>{
const failed=this.#failed;
this.drop();
failed?.(error);
} });
}
}
function enqueue(key,message){
waiting.set(key,message);
if(!isSending)drain();
}
async function drain(){
isSending=true;
try{
for(;;){
const next=waiting.entries().next();
if(next.done)return;
const[key,message]=next.value;
waiting.delete(key);
try{
const answer=await(message.isViewed?askViewed:ask)(message.method,message.path,message.body);
message.taken?.(answer);
}catch(error){
waiting.delete(key);
message.failed?.(error);
}
}
}finally{
isSending=false;
}
}
const forget=()=>waiting.clear();
return{isOwn,Gesture,forget};
})();
const $layout_banner=(()=>{
const{h,write}=$base_dom;
const{changed,retry,status}=$stream_live;
const{forget}=$store_sender;
const{block}=$layout_blocked;
const{say}=$words_say;
const words=h("span",{role:"status"});
const count=h("span",{"aria-hidden":"true",class:"count"});
const button=h("button",{onclick:retry},say("banner.retry"));
const element=h("div",{class:"banner",hidden:true},words,count,button);
let since=0;
let timer=0;
function start(main){
changed.on(({state})=>{
const isLost=state==="lost"||state==="starting";
block("lost",isLost||state==="hidden");
main.classList.toggle("stale",isLost||state==="paused");
if(state==="lost"){
since||=performance.now();
forget();
}else if(state==="live")since=0;
element.hidden=state!=="lost"&&state!=="paused";
button.hidden=state!=="lost";
clearInterval(timer);
if(!element.hidden){
tick();
timer=setInterval(tick,250);
}
});
}
function tick(){
if(status.state==="paused"){
write(words,say("banner.paused"));
return write(count,"");
}
const gone=Math.floor((performance.now()-since)/1000);
const left=Math.max(0,Math.ceil((status.until-performance.now())/1000));
write(words,status.reason?`${status.reason}.`:say("banner.lost"));
write(count,left?say("banner.next",{gone,left}):say("banner.trying",{gone}));
}
return{element,start};
})();
const $layout_labels=(()=>{
const pen=document.createElement("canvas").getContext("2d");
const[LEAST,MOST,BESIDE]=[4,12,1.7];
const SIZE=100;
function widthOf(labels){
pen.font=`${SIZE}px ${getComputedStyle(document.body).fontFamily}`;
const widest=Math.max(0,...labels.map(label=>pen.measureText(label).width/SIZE));
return Math.min(MOST,Math.max(LEAST,widest)+BESIDE);
}
return{widthOf};
})();
const $mixer_roles=(()=>{
const WORDS={balance:["pan","balance"],meter:["meter"],mute:["mute"],solo:["solo"],record:["rec","record","arm"]};
const isNamed=(parameter,what)=>parameter.id.split(".").some(word=>WORDS[what].includes(word));
const isNumber=({kind,scale})=>["number","integer"].includes(kind)&&scale!==undefined;
const isCentered=({scale,default:rest})=>scale.isEven&&Math.abs(rest-(scale.low+scale.high)/2)<(scale.high-scale.low)/1e6;
const switchKind=parameter=>parameter.kind==="toggle"?["mute","solo","record"].find(what=>isNamed(parameter,what))??null:null;
function rolesOf(parameters){
const meter=parameters.find(one=>isNumber(one)&&isNamed(one,"meter"))??null;
const numbers=parameters.filter(one=>isNumber(one)&&one!==meter);
const free=numbers.filter(one=>!isNamed(one,"balance"));
const fader=free.find(one=>!isCentered(one))??free[0]??null;
const rings=numbers.filter(one=>one!==fader).sort((a,b)=>isNamed(b,"balance")-isNamed(a,"balance"));
const switches=["mute","solo","record"].flatMap(what=>parameters.filter(one=>switchKind(one)===what).map(one=>[one,what]));
const taken=new Set([fader,meter,...rings,...switches.map(([one])=>one)]);
return{fader,meter,rings,switches,others:parameters.filter(one=>!taken.has(one))};
}
const beginOf=parameter=>isCentered(parameter)?0.5:parameter.scale.origin;
return{switchKind,rolesOf,beginOf};
})();
const $values_captions=(()=>{
const capitalized=word=>word.charAt(0).toUpperCase()+word.slice(1);
function caption({id,label:own},label,ids=[id]){
const rest=own.startsWith(`${label} `)?own.slice(label.length).trim():own;
if(rest!==id&&rest!==label)return capitalized(rest);
const all=ids.map(one=>one.split("."));
const words=id.split(".");
const free=words.filter(word=>all.length<2||!all.every(other=>other.includes(word)));
return capitalized((free.at(-1)??words.at(-1)).replace(/[-_]/g," "));
}
return{caption};
})();
const $values_drag=(()=>{
const CHOICE=8;
const MOUSE=2;
const FINE=0.1;
const LEAST=150;
const travelOf=(track,isUpright=false)=>Math.max(LEAST,isUpright?track.clientHeight:track.clientWidth);
function draggable(element,{isUpright=false,travel,begin,move,end,cancel}){
let drag=null;
element.addEventListener("pointerdown",event=>{
if(drag||event.button!==0||event.target.closest("input, select, textarea"))return;
drag={pointer:event.pointerId,x:event.clientX,y:event.clientY,first:event,isBegun:false,isTouch:event.pointerType!=="mouse"};
for(const[name,listener]of Object.entries(listeners))addEventListener(name,listener,true);
});
function moved(event){
if(event.pointerId!==drag.pointer)return;
if(drag.isBegun&&element.closest("[inert]")){drop();return end();}
const aside=event.clientX-drag.x,up=drag.y-event.clientY;
const[along,across]=isUpright?[up,aside]:[aside,up];
if(!drag.isBegun){
if(drag.isTouch&&Math.abs(across)>=CHOICE&&Math.abs(across)>=Math.abs(along))return drop();
if(Math.abs(along)<(drag.isTouch?CHOICE:MOUSE))return;
if(!begin(drag.first,Math.sign(along)))return drop();
drag.isBegun=true;
element.setPointerCapture(event.pointerId);
if(drag.isTouch){drag.x=event.clientX;drag.y=event.clientY;return;}
}
event.preventDefault();
drag.x=event.clientX;
drag.y=event.clientY;
move(along/Math.max(1,travel())*(event.shiftKey?FINE:1),event);
}
const over=how=>event=>{
if(event.pointerId!==drag.pointer)return;
const wasBegun=drag.isBegun;
drop();
if(wasBegun)how(event);
};
const escaped=event=>{
if(event.key!=="Escape"||!drag.isBegun)return;
event.preventDefault();
event.stopPropagation();
drop();
cancel();
};
const listeners={keydown:escaped,pointermove:moved,pointerup:over(end),pointercancel:over(cancel)};
const drop=()=>{
drag=null;
for(const[name,listener]of Object.entries(listeners))removeEventListener(name,listener,true);
};
return{stop:drop};
}
return{travelOf,draggable};
})();
const $layout_toast=(()=>{
const{h}=$base_dom;
const{Unanswered}=$stream_api;
const{status}=$stream_live;
const{say}=$words_say;
const LINGER=5000;
const MOMENT=300;
const box=h("div",{class:"toasts",role:"status","aria-live":"polite"});
let timer=0;
const element=box;
function tell(sentence,button=null){
clearTimeout(timer);
box.replaceChildren(h("div",{class:"toast"},h("span",{},h("bdi",{},sentence)),
button&&h("button",{onclick:()=>{box.replaceChildren();button.action();} },button.name)));
timer=setTimeout(fade,LINGER);
}
function fade(){
if(box.matches(":hover, :focus-within"))timer=setTimeout(fade,MOMENT);else box.replaceChildren();
}
function complain(error){
if(error.problem?.type==="urn:faderd:in-hand")tell(say("toast.in-hand"));
else if(error.status||error instanceof Unanswered)tell(error.message);
else if(error.name==="TypeError")sayIfLive();
else if(error.name!=="AbortError")tell(String(error.message??error));
}
const sayIfLive=()=>setTimeout(()=>{if(status.state==="live")tell(new Unanswered().message);},MOMENT);
return{element,tell,complain};
})();
const $values_hold=(()=>{
const{Gesture}=$store_sender;
const{parameters,reshaped}=$store_parameters;
const{handsOn,touched}=$store_surfaces;
const{changed:connectionChanged}=$stream_live;
const{complain,tell}=$layout_toast;
const{say}=$words_say;
const REST=1200;
const clamp=position=>Math.min(1,Math.max(0,position));
class Hold{
#gesture;
#first;
#start;
#value;
#stopWatching;
#isMoved=false;
#distance=0;
constructor(id,parts,over){
this.parts=parts;
this.#start=Object.fromEntries(Object.entries(parts).map(([name,part])=>[name,part.position??0]));
this.positions={...this.#start};
this.#gesture=new Gesture(id,error=>{this.drop();over();complain(error);});
const{value,revision,editTextRevision}=parameters.get(id)??{};
this.#value=value;
if(editTextRevision!==revision)this.#gesture.read(resource=>{this.#value=resource.value;});
const ids=Object.values(parts).map(part=>part.id);
this.#first=ids[0];
const keeping=setInterval(()=>{if(this.#isMoved)this.#gesture.keep(this.#first);},REST);
const lose=why=>{this.drop();over();tell(why);};
const stopListening=touched.on(touch=>{
if(!touch.surface||!ids.includes(touch.parameter)||!(touch.touched||touch.held))return;
lose(say("hold.took-over",{who:handsOn(touch.parameter)[0]??touch.surface}));
});
const stopChecking=reshaped.on(()=>{
const changed=Object.values(parts).find(part=>parameters.get(part.id)!==part);
if(changed)lose(parameters.has(changed.id)?say("hold.changed"):say("hold.gone"));
});
const stopFollowing=connectionChanged.on(({state})=>{
if(["hidden","lost","denied"].includes(state)){this.drop();over();}
});
this.#stopWatching=()=>{clearInterval(keeping);stopListening();stopChecking();stopFollowing();};
}
move(delta){
this.#distance+=delta;
const all=Object.values(this.#start);
const most=Math.max(-Math.min(...all),Math.min(this.#distance,1-Math.max(...all)));
for(const name in this.positions)this.positions[name]=clamp(this.#start[name]+most);
this.#isMoved=true;
this.#gesture.move(this.#sent(this.positions));
}
end(){
this.#stopWatching();
this.#gesture.finish(this.#first);
}
cancel(){
if(!this.#isMoved)return this.drop();
this.#stopWatching();
this.#gesture.restore(this.#sent(this.#start),()=>this.#value);
}
drop(){
this.#stopWatching();
this.#gesture.drop();
}
#sent(positions){return""in positions?positions[""]:{...positions};}
}
return{Hold};
})();
const $values_held=(()=>{
const{draggable}=$values_drag;
const{Hold}=$values_hold;
function holdable(element,{isUpright,travel,grasp}){
let hold=null;
const stop=()=>{hold=null;drag.stop();element.paint();element.toggleAttribute("data-dragged",false);};
const drag=draggable(element,{
isUpright,travel,
begin:(event,direction)=>{
const{id,parts,thumb}=grasp(event,direction);
thumb.element.focus({preventScroll:true});
hold=new Hold(id,parts,stop);
element.toggleAttribute("data-dragged",true);
return true;
},
move:delta=>{hold?.move(delta);element.paint();},
end:()=>{hold?.end();stop();},
cancel:()=>{hold?.cancel();stop();},
});
return{get positions(){return hold?.positions??{};} };
}
return{holdable};
})();
const $values_paint=(()=>{
const REST=1000;
const MUCH=24;
const dirty=new Set();
const late=new Set();
const visible=new WeakSet();
const painters=new WeakMap();
let frame=0;
let timer=0;
const observer=new IntersectionObserver(entries=>{
for(const{target,isIntersecting}of entries){
if(isIntersecting){visible.add(target);request(target);}else visible.delete(target);
}
},{rootMargin:"200px"});
const moveTo=(position,isUpright)=>
isUpright?`translateY(${((1 - position) * 100).toFixed(3)}%)`:`translateX(${(position * 100).toFixed(3)}cqw)`;
function watch(element,paint,weight=1){
painters.set(element,{paint,weight});
observer.observe(element);
request(element);
}
function unwatch(element){
observer.unobserve(element);
painters.delete(element);
dirty.delete(element);
late.delete(element);
}
function request(element){
dirty.add(element);
frame||=requestAnimationFrame(paintAll);
}
function paintAll(){
frame=0;
document.documentElement.toggleAttribute("data-much",[...dirty].reduce((sum,element)=>sum+(painters.get(element)?.weight??0),0)>MUCH);
for(const element of dirty)if(visible.has(element))painters.get(element)?.paint();else late.add(element);
dirty.clear();
if(late.size)timer||=setTimeout(paintLate,REST);
}
function paintLate(){
timer=0;
for(const element of late)painters.get(element)?.paint();
late.clear();
}
return{moveTo,watch,unwatch,request};
})();
const $values_standing=(()=>{
const{clipped,h,icon,newID,set}=$base_dom;
const{waitingFor}=$store_surfaces;
const{troublesOf}=$store_targets;
const{moveTo}=$values_paint;
const{say}=$words_say;
function words({name,takeover:{mode,value} }){
return say(`standing.${mode === "pickup" ? "waits" : "stands"}.${value ?? "unknown"}`,{name});
}
class Standing{
#id=newID("standing");
#shown="";
element=h("ul",{class:"standing",id:this.#id,hidden:true});
paint(row,ids){
const lines=[
...ids.flatMap(troublesOf),
...ids.flatMap(waitingFor).map(one=>({kind:"waits",way:one.takeover.value==="below"?"down":"up",text:words(one)})),
];
const now=JSON.stringify(lines);
if(now===this.#shown)return;
this.#shown=now;
set(this.element,{"aria-live":row.contains(document.activeElement)?"polite":"off",hidden:!lines.length});
this.element.replaceChildren(...lines.map(({kind,way,text})=>
h("li",{class:kind,"data-toward":way,title:text},icon(kind),h("span",{},h("bdi",{},clipped(text))))));
for(const one of row.querySelectorAll("[role=slider], [role=switch], select, input, button.value")){
set(one,{"aria-describedby":lines.length?this.#id:null});
}
}
}
class Ghosts{
#all=[];
constructor(track,isUpright=false){Object.assign(this,{track,isUpright});}
paint(ids){
const places=ids.flatMap(waitingFor).filter(({takeover})=>takeover.position!==undefined);
while(this.#all.length>places.length)this.#all.pop().remove();
while(this.#all.length<places.length){
const ghost=h("div",{class:"ghost","aria-hidden":"true"},icon("right"));
const carrier=this.isUpright?h("div",{class:"carrier"},ghost):ghost;
this.#all.push(carrier);
this.track.append(carrier);
}
places.forEach(({name,takeover:{position,value} },index)=>{
const carrier=this.#all[index];
carrier.style.transform=moveTo(position,this.isUpright);
set(this.isUpright?carrier.firstChild:carrier,{"data-toward":value==="below"?"down":"up",title:name});
});
}
}
return{Standing,Ghosts};
})();
const $values_thumb=(()=>{
const{h,set}=$base_dom;
const{Gesture}=$store_sender;
const{askViewed,pathOf}=$stream_api;
const{takeAnswer}=$store_parameters;
const{complain}=$layout_toast;
const{moveTo}=$values_paint;
const STEPS={
ArrowRight:[1,"ordinary"],ArrowUp:[1,"ordinary"],ArrowLeft:[-1,"ordinary"],ArrowDown:[-1,"ordinary"],
PageUp:[1,"big"],PageDown:[-1,"big"],
};
const ENDS={Home:0,End:1};
const WHEEL_REST=400;
const SPOKEN_REST=500;
async function reset(id){
try{
takeAnswer(await askViewed("POST",`${pathOf(id)}/reset`));
}catch(error){
complain(error);
}
}
class Thumb{
#gesture=null;
#key=null;
#wheel=0;
#turned=0;
#speaking=0;
constructor(parameter,name,openField,isUpright=false){
Object.assign(this,{parameter,isUpright});
this.element=h("div",{
class:"thumb",role:"slider",tabindex:"0","aria-label":name,"aria-orientation":isUpright?"vertical":"horizontal",
onkeydown:event=>this.#down(event,openField),onkeyup:event=>this.#up(event),onblur:()=>this.#release(),
ondblclick:event=>{event.preventDefault();reset(parameter.id);},
});
this.carrier=isUpright?h("div",{class:"carrier"},this.element):this.element;
this.speak();
}
place(position){this.carrier.style.transform=moveTo(position,this.isUpright);}
speak(){
this.#speaking||=setTimeout(()=>{
this.#speaking=0;
const{position,text,scale}=this.parameter;
const value=scale?at=>scale.value(at):at=>Math.round(at*100);
const ends=[value(0),value(1)];
set(this.element,{
"aria-valuemin":String(Math.min(...ends)),"aria-valuemax":String(Math.max(...ends)),
"aria-valuenow":String(value(position??0)),"aria-valuetext":text,
});
},this.element.hasAttribute("aria-valuenow")?SPOKEN_REST:0);
}
#down(event,openField){
if(event.ctrlKey||event.metaKey||event.altKey)return;
if(this.isUpright&&["ArrowLeft","ArrowRight"].includes(event.key))return;
if(event.key in STEPS){
event.preventDefault();
if(this.#key&&this.#key!==event.key)this.#release();
this.#key=event.key;
this.#gesture??=new Gesture(this.parameter.id,complain);
const[by,size]=STEPS[event.key];
this.#gesture.step(by,event.shiftKey&&size==="ordinary"?"fine":size);
}else if(event.key in ENDS){
event.preventDefault();
if(!event.repeat)new Gesture(this.parameter.id,complain).end(ENDS[event.key]);
}else if(/^[-−+.,٫\p{Nd}]$/u.test(event.key)){
openField(true);
}else if(event.key==="Enter"||event.key==="F2"){
event.preventDefault();
openField(false);
}
}
#up(event){
if(event.key===this.#key)this.#release();
}
#release(){
this.#gesture?.finish();
this.#gesture=this.#key=null;
this.#rest();
}
turn(event){
if(document.activeElement!==this.element||event.ctrlKey)return;
event.preventDefault();
const way=Math.abs(event.deltaX)>Math.abs(event.deltaY)?event.deltaX:-event.deltaY;
this.#turned+=event.deltaMode===0?way/100:way/3;
const notches=Math.trunc(this.#turned);
if(!notches)return;
this.#turned-=notches;
this.#wheelGesture??=new Gesture(this.parameter.id,complain);
this.#wheelGesture.step(notches,event.shiftKey?"fine":"ordinary");
clearTimeout(this.#wheel);
this.#wheel=setTimeout(()=>this.#rest(),WHEEL_REST);
}
#wheelGesture=null;
#rest(){
clearTimeout(this.#wheel);
this.#wheelGesture?.finish();
this.#wheelGesture=null;
this.#turned=0;
}
}
return{reset,Thumb};
})();
const $values_slider=(()=>{
const{h}=$base_dom;
const{travelOf}=$values_drag;
const{holdable}=$values_held;
const{moveTo}=$values_paint;
const{Ghosts}=$values_standing;
const{Thumb}=$values_thumb;
class Slider extends HTMLElement{
#drag;
setUp(parameter,name,openField,isUpright=false){
Object.assign(this,{parameter,isUpright});
this.thumb=new Thumb(parameter,name,openField,isUpright);
this.fill=h("div",{class:"fill"});
this.track=h("div",{class:"track"},h("div",{class:"groove"}),this.fill,this.thumb.carrier);
this.ghosts=new Ghosts(this.track,isUpright);
this.dir="ltr";
this.classList.add("slider");
this.classList.toggle("upright",isUpright);
this.append(this.track,marks(parameter.scale,isUpright));
this.addEventListener("wheel",event=>this.thumb.turn(event),{passive:false});
this.#drag=holdable(this,{
isUpright,travel:()=>travelOf(this.track,isUpright),
grasp:()=>({id:parameter.id,parts:{"":parameter},thumb:this.thumb}),
});
return this;
}
paint(){
const held=this.parameter.step>0?undefined:this.#drag.positions[""];
const position=held??this.parameter.position??0;
this.thumb.place(position);
paintFill(this.fill,this.parameter.scale?.origin??0,position,this.isUpright);
this.classList.toggle("unheard",!this.parameter.known);
this.ghosts.paint([this.parameter.id]);
this.thumb.speak();
}
}
function paintFill(fill,from,to,isUpright=false){
const size=Math.abs(to-from).toFixed(5);
fill.style.transform=isUpright
?`translateY(${(-Math.min(from, to) * 100).toFixed(3)}%) scaleY(${size})`:`${moveTo(Math.min(from, to), false)} scaleX(${size})`;
}
function marks(scale,isUpright=false){
const found=scale?scale.marks(isUpright):[];
return h("div",{class:"marks","aria-hidden":"true"},found.map(({position,text,from})=>{
const mark=h("span",{"data-from":String(from)},text);
mark.style[isUpright?"bottom":"insetInlineStart"]=`${(position * 100).toFixed(2)}%`;
return mark;
}));
}
customElements.define("fd-slider",Slider);
return{Slider,paintFill,marks};
})();
const $values_color=(()=>{
const{h}=$base_dom;
const{Slider}=$values_slider;
const{say}=$words_say;
const NAMES=[say("color.hue"),say("color.saturation"),say("color.lightness")];
const hsl=(h,s,l)=>`hsl(${(h * 360).toFixed(1)} ${(s * 100).toFixed(1)}% ${(l * 100).toFixed(1)}%)`;
function inkOn(color){
const[r,g,b]=[1,3,5].map(at=>parseInt(color.slice(at,at+2),16)/255).map(part=>part<=0.04045?part/12.92:((part+0.055)/1.055)**2.4);
return 0.2126*r+0.7152*g+0.0722*b>0.179?"#000":"#fff";
}
class Color extends HTMLElement{
setUp(group,parts,name,openField){
this.parts=parts;
this.swatch=h("div",{class:"swatch","aria-hidden":"true"});
const open=isTyped=>{if(!isTyped)openField(false);};
this.sliders=parts.map((part,index)=>new Slider().setUp(part,`${name}, ${NAMES[index]}`,open));
this.append(this.swatch,h("div",{class:"sliders"},this.sliders.map((slider,index)=>
h("div",{class:"part"},h("span",{"aria-hidden":"true"},NAMES[index][0].toUpperCase()),slider))));
return this;
}
paint(){
const[hue,saturation,lightness]=this.parts.map(part=>part.position??0);
this.swatch.style.backgroundColor=hsl(hue,saturation,lightness);
const along=(from,to)=>`linear-gradient(to right, ${from}, ${to})`;
const grooves=[
`linear-gradient(to right, ${[0, 60, 120, 180, 240, 300, 360].map(degrees => hsl(degrees / 360, 0.7, 0.5)).join(", ")})`,
along(hsl(hue,0,lightness),hsl(hue,1,lightness)),
`linear-gradient(to right, #000, ${hsl(hue, saturation, 0.5)}, #fff)`,
];
this.sliders.forEach((slider,index)=>{
slider.track.firstChild.style.backgroundImage=grooves[index];
slider.paint();
});
}
}
customElements.define("fd-color",Color);
return{hsl,inkOn,Color};
})();
const $values_words=(()=>{
const{h,newID,set,write}=$base_dom;
const{askViewed,pathOf}=$stream_api;
const{events}=$stream_live;
const{inkOn}=$values_color;
const{parameters,takeAnswer}=$store_parameters;
const{complain,tell}=$layout_toast;
const{say}=$words_say;
class Wish{
#isSending=false;
constructor(id,over){Object.assign(this,{id,over});}
value;
async put(value){
this.value=value;
if(this.#isSending)return;
this.#isSending=true;
for(let sent;sent!==this.value;){
sent=this.value;
try{
takeAnswer(await askViewed("PUT",pathOf(this.id),{value:sent}));
}catch(error){
complain(error);
}
}
this.#isSending=false;
this.value=undefined;
this.over();
}
}
class Switch extends HTMLElement{
setUp(parameter,name,caption=null){
this.parameter=parameter;
if(caption&&parameter.color){
this.style.setProperty("--on",parameter.color);
this.style.setProperty("--on-ink",inkOn(parameter.color));
}
this.words=parameter.words??["off","on"];
this.word=h("span",{class:"word"});
const wish=new Wish(parameter.id,()=>this.paint());
this.button=h("button",{
role:"switch",class:"switch","aria-label":name,onclick:()=>wish.put(!(wish.value??this.isOn)),
},h("span",{class:"lamp","aria-hidden":"true"}),caption&&h("span",{class:"caption"},h("bdi",{},caption)),this.word);
this.append(this.button);
return this;
}
get isOn(){return this.parameter.known&&(this.parameter.position??0)>=0.5;}
paint(){
set(this.button,{"aria-checked":String(this.isOn)});
write(this.word,this.parameter.known?this.words[this.isOn?1:0]:this.parameter.text);
}
}
const absent=({id,label})=>id?say("choice.absent",{label}):say("choice.unknown");
class Choice extends HTMLElement{
setUp(parameter,name,isCompact=false){
this.parameter=parameter;
this.wish=new Wish(parameter.id,()=>this.paint());
const options=(parameter.options??[]).map(option=>option.absent?{...option,label:absent(option)}:option);
if(isCompact||options.length>5)this.#makeList(options,name);else this.#makeRadios(options,name);
return this;
}
get index(){
if(!this.parameter.known)return-1;
return Math.round((this.parameter.position??0)*Math.max(0,(this.parameter.options?.length??1)-1));
}
#makeList(options,name){
this.list=h("select",{"aria-label":name,onchange:()=>this.wish.put(options[this.list.selectedIndex].id)},
options.map(option=>h("option",{disabled:option.absent},option.label)));
this.append(this.list);
}
#makeRadios(options,name){
const group=newID("choice");
this.radios=options.map(option=>h("input",{type:"radio",name:group,disabled:option.absent,onchange:()=>this.wish.put(option.id)}));
this.append(h("div",{role:"radiogroup","aria-label":name,class:"radios"},
options.map((option,index)=>h("label",{},this.radios[index],h("span",{},option.label)))));
}
paint(){
if(this.list)this.list.selectedIndex=this.index;
this.radios?.forEach((radio,index)=>{radio.checked=index===this.index;});
}
}
class Trigger extends HTMLElement{
setUp(parameter,name,caption=null){
this.parameter=parameter;
this.word=h("span",{class:"word"});
const press=()=>askViewed("POST",`${pathOf(parameter.id)}/press`).then(answer=>{
takeAnswer(answer);
if(answer.notice)tell(answer.notice);
},complain);
this.button=h("button",{class:"press","aria-label":say("trigger.press-it",{name}),onclick:press},h("span",{class:"lamp","aria-hidden":"true"}),caption&&h("span",{class:"caption"},h("bdi",{},caption)),this.word);
this.append(this.button);
return this;
}
paint(){
const{running}=this.parameter;
this.button.classList.toggle("running",running);
write(this.word,running?say("trigger.running"):say("trigger.press"));
}
}
events.on((name,{id,ok,message})=>{
if(name==="ended"&&!ok)tell(say("trigger.failed",{name:parameters.get(id)?.label??id,message}));
});
customElements.define("fd-switch",Switch);
customElements.define("fd-trigger",Trigger);
customElements.define("fd-choice",Choice);
return{Switch,Choice,Trigger};
})();
const $values_companions=(()=>{
const{h,set}=$base_dom;
const{switchKind}=$mixer_roles;
const{caption}=$values_captions;
const{Switch}=$values_words;
const HOSTS=["number","integer","range","color"];
const parentOf=id=>id.slice(0,Math.max(0,id.lastIndexOf(".")));
function gathered(groups){
const shown=new Map(groups.flatMap(([,list])=>list).map(parameter=>[parameter.id,parameter]));
const hostOf=({id,kind})=>kind==="toggle"&&HOSTS.includes(shown.get(parentOf(id))?.kind)?parentOf(id):null;
const toggles=new Map();
for(const parameter of shown.values()){
const host=hostOf(parameter);
if(host!==null)toggles.set(host,[...(toggles.get(host)??[]),parameter]);
}
return groups.map(([group,list])=>[group,list.filter(one=>hostOf(one)===null).map(one=>[one,toggles.get(one.id)??[]])])
.filter(([,list])=>list.length);
}
function makeToggles(host,toggles){
const switches=toggles.map(parameter=>{
const text=caption(parameter,host.label);
const name=parameter.label===host.label?`${host.label}, ${text}`:parameter.label;
const one=new Switch().setUp(parameter,name,text);
set(one,{class:switchKind(parameter)});
return one;
});
return{element:h("div",{class:"toggles"},switches),paint:()=>{for(const one of switches)one.paint();} };
}
return{gathered,makeToggles};
})();
const $values_hand=(()=>{
const{handsOn}=$store_surfaces;
const{isOwn}=$store_sender;
const{say}=$words_say;
function holdersOf(parameter,ids){
const owners=ids.flatMap(handsOn);
if(!parameter.touched||(!owners.length&&ids.some(isOwn)))return null;
return owners.length?say("row.held-on",{controls:owners.join(", ")}):say("row.held");
}
return{holdersOf};
})();
const $values_field=(()=>{
const{h,newID,set,titleWhereCut,write}=$base_dom;
const{ask,askViewed,isUnheard,pathOf,session}=$stream_api;
const{changed:connectionChanged,status}=$stream_live;
const{parameters,refresh,takeAnswer,whose}=$store_parameters;
const{isOwn}=$store_sender;
const{tell}=$layout_toast;
const{say}=$words_say;
const LINGER=6000;
const CALM=1000;
const SPOKEN_REST=500;
const isAway=()=>["lost","denied","hidden","starting"].includes(status.state);
class Field extends HTMLElement{
#input=null;
#edit=null;
#draft=null;
#base="";
#judged=null;
#dropped=null;
#sending=null;
#session=null;
#isBegun=false;
#revision=0;
#isEnding=false;
#isCut=false;
#calming=0;
#stopListening=null;
#stopNoticing=null;
#fading=0;
#naming=0;
setUp(parameter,name){
this.parameter=parameter;
this.name=name;
this.button=h("button",{class:"value",dir:"ltr","data-empty":say("empty"),onclick:()=>this.open()});
titleWhereCut(this.button);
this.message=h("p",{class:"message",id:newID("message"),role:"status",dir:"ltr"});
this.append(this.button);
this.#stopNoticing=parameter.changed.on(()=>this.#noticed());
return this;
}
tearDown(){
this.#stopNoticing();
this.giveUp(say("field.not-shown"));
}
get isOpen(){return this.#input!==null;}
get isBusy(){return this.isOpen&&(this.#isEnding||document.activeElement===this.#input);}
paint(){
write(this.button,this.parameter.text);
set(this,{title:this.parameter.known?null:say("field.unheard")});
this.#naming||=setTimeout(()=>{
this.#naming=0;
set(this.button,{"aria-label":say("field.value",{name:this.name,text:this.parameter.text})});
},this.button.hasAttribute("aria-label")?SPOKEN_REST:0);
}
open(back=this.button,end=null){
if(this.isOpen)return this.#input.focus();
this.back=back;
this.#dropped=null;
this.#isCut=false;
this.#tell("");
const known=this.parameter.editTextRevision===this.parameter.revision?this.parameter.editText:this.parameter.text;
this.#input=h("input",{
type:"text",dir:"ltr",value:known,autocomplete:"off",autocapitalize:"off",spellcheck:"false","aria-label":this.name,
"aria-describedby":this.message.id,inputmode:this.#pad,maxlength:this.parameter.maxLength?null:"200",
oninput:()=>this.#typed(),onkeydown:event=>this.#key(event),onblur:()=>this.#blurred(),
onpointerdown:()=>this.#calm(),
});
this.button.replaceWith(this.#input);
this.#input.focus({preventScroll:true});
this.#input.select();
if(end){
this.#input.value="..";
this.#input.setSelectionRange(...(end==="low"?[0,0]:[2,2]));
}
this.#stopListening=connectionChanged.on(()=>{
if(isAway())this.#isCut=true;
else if(status.state==="live"&&this.#isCut)this.#resume();
});
this.#begin();
}
get #pad(){
const{kind,min,unit,options}=this.parameter;
return kind==="integer"&&min>=0&&!unit&&!options?"numeric":null;
}
#begin(){
this.#draft=null;
this.#isBegun=false;
const edit=this.#edit=askViewed("POST",`${pathOf(this.parameter.id)}/edit`).then(begun=>{
if(this.#edit!==edit||!this.isOpen)return begun;
this.#revision=begun.revision;
this.#session=session.name;
this.#isBegun=true;
if(this.#draft!==null)this.#base=begun.text;
else if(!this.#isEnding)this.#offer(begun.editText);
this.#noticed();
return begun;
});
edit.catch(error=>{if(this.#edit===edit)this.#fail(error);});
}
#offer(text){
if(this.#input.value===text)return;
this.#input.value=text;
this.#input.select();
}
#typed(){
if(this.#draft===null)this.#base=this.parameter.text;
this.#draft=this.#input.value;
this.#judged=null;
this.#tell(this.message.textContent);
if(this.#isCut)this.#resume();else this.#startSending();
}
#startSending(){
this.#sending??=this.#send().finally(()=>{this.#sending=null;});
}
async #send(){
let sent=null;
while(this.#draft!==null&&this.#draft!==sent){
sent=this.#draft;
const edit=this.#edit;
let answer=null,failure=null;
try{
const{edit:name}=await edit;
answer=await ask("PUT",`/v1/edits/${name}`,{draft:sent});
}catch(error){
failure=error;
}
if(this.#edit!==edit)sent=null;
else if(failure)return this.#fail(failure);
else if(answer.dropped){await this.#drop();sent=null;}
else if(this.#draft===sent)this.#judge(answer);
}
}
#judge({valid,message,text=null}){
if(!this.isOpen)return;
this.#judged=text;
set(this.#input,{"aria-invalid":valid?null:"true"});
this.#tell(valid?"":message);
}
#noticed(){
if(!this.isOpen||!this.#isBegun||this.#isEnding||this.#isCut||this.parameter.revision<=this.#revision)return;
this.#revision=this.parameter.revision;
if(this.#draft!==null)this.#drop();else this.#follow();
}
async #drop(){
if(!this.isOpen||this.#draft===null)return;
this.#dropped=this.#draft;
this.#draft=null;
set(this.#input,{"aria-invalid":null});
this.#tell("");
this.#wait();
this.#takeKeys();
this.#cancel(this.#edit);
this.#begin();
await this.#edit.catch(()=>{});
await this.#follow();
}
async #follow(){
const dropped=this.#dropped;
const now=await refresh(this.parameter.id).catch(()=>this.parameter);
if(this.#draft!==null||this.#dropped!==dropped||(this.isOpen&&now.revision<this.parameter.revision))return;
if(dropped!==null)this.#tell(lost(now,dropped),this.isOpen?0:LINGER);
if(this.isOpen)this.#offer(now.editText??now.text);
}
#wait(){
clearTimeout(this.#calming);
this.#calming=setTimeout(()=>this.#calm(),CALM);
}
#calm(){
clearTimeout(this.#calming);
this.#calming=0;
this.#takeKeys();
}
#takeKeys(){if(this.isOpen)this.#input.readOnly=this.#isEnding||this.#calming!==0;}
async #resume(){
this.#isCut=false;
await this.#sending;
if(!this.isOpen||this.#isCut)return;
if(this.closest("[inert]"))return this.giveUp(say("field.locked"));
const draft=this.#draft;
const isOther=draft!==null&&this.parameter.text!==this.#base;
const focused=document.activeElement;
const isFree=!focused||focused===document.body||focused===this.#input||!focused.checkVisibility();
this.#tell("");
if(isOther&&this.parameter.text===this.#judged)return this.#close(isFree);
if(isFree)this.#input.focus({preventScroll:true});
if(this.#session===session.name)this.#cancel(this.#edit);
this.#edit=null;
if(isOther)return this.#drop();
this.#begin();
this.#draft=draft;
if(draft!==null)this.#startSending();
}
#cancel(edit){edit?.then(({edit:name})=>ask("POST",`/v1/edits/${name}/cancel`)).catch(()=>{});}
#key(event){
event.stopPropagation();
if(this.#calming)this.#wait();
if(event.isComposing)return;
if(event.key==="Enter")this.#end("submit",true);
else if(event.key==="Escape")this.#end("cancel",true);
else return;
event.preventDefault();
}
#blurred(){if(document.activeElement!==this.#input)this.#end("blur");}
async #end(how,returns=false){
if(!this.isOpen||this.#isEnding||(how==="blur"&&isAway()))return;
this.#isEnding=true;
const text=this.#input.value;
this.#takeKeys();
try{
if(how==="cancel")this.#draft=null;
else if(this.#isCut)await this.#resume();
await this.#sending;
if(!this.isOpen||(this.#isCut&&how!=="cancel"))return;
if(this.#calming)return this.#leave(how,returns);
const{edit}=await this.#edit;
const{outcome,message,parameter}=await ask("POST",`/v1/edits/${edit}/${how}`);
takeAnswer(parameter);
if(outcome==="refused")return this.#judge({valid:false,message});
this.#close(returns);
this.#tell(outcome==="dropped"?lost(parameter,text):parameter.notice??"",LINGER);
}catch(error){
if(how!=="cancel")return this.#fail(error,returns);
this.#close(returns);
this.#tell("");
}finally{
this.#isEnding=false;
this.#takeKeys();
}
}
#leave(how,returns){
this.#cancel(this.#edit);
this.#close(returns);
if(how==="cancel")this.#dropped=null;
this.#tell(how==="cancel"?"":this.message.textContent,LINGER);
}
#fail(error,returns=false){
if(!this.isOpen)return;
if(isUnheard(error)||isAway()){
this.#isCut=true;
return this.#tell(error.status?error.message:say("unanswered"));
}
const draft=this.#draft;
this.#close(returns);
this.#tell(draft===null?say("field.refused",{why:error.message}):say("field.not-written",{draft,why:error.message}),LINGER);
}
giveUp(why){
if(!this.isOpen)return this.#tellElsewhere();
const draft=this.#draft;
this.#close(false);
if(draft!==null)tell(say("field.not-written",{draft,why}));
}
#tellElsewhere(){
if(this.message.isConnected&&parameters.get(this.parameter.id)!==this.parameter)tell(`${this.name}: ${this.message.textContent}`);
}
#close(returns){
if(!this.#input)return;
clearTimeout(this.#calming);
this.#calming=0;
this.#stopListening();
const input=this.#input;
this.#input=this.#edit=this.#draft=null;
this.paint();
input.replaceWith(this.button);
if(returns)(this.back.isConnected?this.back:this.button).focus({preventScroll:true});
}
#tell(text,linger=0){
clearTimeout(this.#fading);
write(this.message,text);
if(text)(this.closest(".row")??this.closest(".mixer-frame")??this).append(this.message);else this.message.remove();
if(linger)this.#fading=setTimeout(()=>this.message.remove(),linger);
}
}
const lost=(now,draft)=>say("field.lost",{who:isOwn(now.id)?say("whose.page"):whose(now,true),text:now.text,draft});
customElements.define("fd-field",Field);
return{Field};
})();
const $values_range=(()=>{
const{h}=$base_dom;
const{travelOf}=$values_drag;
const{holdable}=$values_held;
const{Ghosts}=$values_standing;
const{Thumb}=$values_thumb;
const{marks,paintFill}=$values_slider;
const{say}=$words_say;
const REACH=16;
class Range extends HTMLElement{
#drag;
setUp(group,[low,high],name,openField){
Object.assign(this,{low,high});
this.thumbs=[[low,"low"],[high,"high"]].map(([part,end])=>
new Thumb(part,say(`range.${end}`,{name}),isTyped=>openField(isTyped,end)));
this.thumbs[0].element.classList.add("low");
this.thumbs[1].element.classList.add("high");
this.fill=h("div",{class:"fill"});
this.track=h("div",{class:"track"},h("div",{class:"groove"}),this.fill,this.thumbs.map(thumb=>thumb.element));
this.ghosts=new Ghosts(this.track);
this.dir="ltr";
this.classList.add("slider","range");
this.append(this.track,marks(low.scale));
this.addEventListener("wheel",event=>{for(const thumb of this.thumbs)thumb.turn(event);},{passive:false});
this.#drag=holdable(this,{
travel:()=>travelOf(this.track),
grasp:(event,direction)=>{
const ends=this.#ends(event,direction);
const parts=ends==="both"?{low,high}:ends==="low"?{low}:{high};
return{id:group.id,parts,thumb:this.thumbs[ends==="high"?1:0]};
},
});
return this;
}
#ends(event,direction){
const box=this.track.getBoundingClientRect();
const[low,high]=[this.low,this.high].map(part=>(part.position??0)*box.width);
const x=event.clientX-box.left;
const[near,far]=[Math.abs(x-low),Math.abs(x-high)];
if(high-low<REACH&&Math.min(near,far)<=REACH*1.5)return direction<0?"low":"high";
if(Math.min(near,far)<=REACH)return near<far?"low":"high";
if(x>low&&x<high)return"both";
return x<low?"low":"high";
}
paint(){
const held=this.#drag.positions;
const isFree=!(this.low.step>0)&&"low"in held&&"high"in held;
const low=isFree?held.low:this.low.position??0;
const high=isFree?held.high:this.high.position??0;
this.thumbs[0].place(low);
this.thumbs[1].place(high);
paintFill(this.fill,low,high);
this.ghosts.paint([this.low.id,this.high.id]);
for(const thumb of this.thumbs)thumb.speak();
}
}
customElements.define("fd-range",Range);
return{Range};
})();
const $values_row=(()=>{
const{h,icon,set}=$base_dom;
const{parameters}=$store_parameters;
const{holdersOf}=$values_hand;
const{Choice,Switch,Trigger}=$values_words;
const{Color}=$values_color;
const{makeToggles}=$values_companions;
const{Field}=$values_field;
const{Range}=$values_range;
const{Slider}=$values_slider;
const{Standing}=$values_standing;
const{isAway}=$store_peers;
const{request,unwatch,watch}=$values_paint;
const{say}=$words_say;
class Row extends HTMLElement{
#ends=[];
setUp(parameter,explain,toggles=[]){
Object.assign(this,{parameter,toggles});
this.switches=toggles.length?makeToggles(parameter,toggles):null;
this.classList.toggle("with-toggles",toggles.length>0);
const{id,kind,label}=parameter;
const parts=(parameter.parts??[]).map(part=>parameters.get(part)).filter(Boolean);
this.field=new Field().setUp(parameter,label);
this.hand=h("span",{class:"hand",hidden:true},icon("hand"),h("span",{class:"unseen"},say("row.touched")));
this.control=this.#makeControl(parts);
this.standing=new Standing();
this.classList.add("row",kind);
this.dataset.id=id;
const declared=parameter.declaredBy?.length?h("span",{class:"by"},say("by",{who:parameter.declaredBy.join(", ")})):null;
this.append(...[
h("div",{class:"label"},h("button",{class:"name",title:id,onclick:()=>explain(parameter,[parameter,...toggles])},h("bdi",{},label===id?id.slice(id.lastIndexOf(".")+1):label)),this.hand,declared),
this.control,["toggle","choice","trigger"].includes(kind)?null:this.field,this.switches?.element,this.standing.element,
].filter(Boolean));
for(const one of[parameter,...parts,...toggles])this.#ends.push(one.changed.on(()=>request(this)));
this.paint();
return this;
}
shows(parameter,toggles){
return this.parameter===parameter&&this.toggles.length===toggles.length&&toggles.every((one,place)=>one===this.toggles[place]);
}
connectedCallback(){watch(this,()=>this.paint());}
disconnectedCallback(){unwatch(this);}
tearDown(){
for(const end of this.#ends)end();
this.field.tearDown();
}
#makeControl(parts){
const{kind,label}=this.parameter;
const open=(isTyped,end=null)=>this.field.open(document.activeElement,isTyped?end:null);
if(kind==="toggle")return new Switch().setUp(this.parameter,label);
if(kind==="trigger")return new Trigger().setUp(this.parameter,label);
if(kind==="choice")return new Choice().setUp(this.parameter,label);
if(kind==="range"&&parts.length===2)return new Range().setUp(this.parameter,parts,label,open);
if(kind==="color"&&parts.length===3)return new Color().setUp(this.parameter,parts,label,open);
if(kind==="text")return null;
return new Slider().setUp(this.parameter,label,open);
}
paint(){
this.control?.paint();
this.field.paint();
this.switches?.paint();
const ids=[this.parameter,...this.toggles].flatMap(({id,parts})=>[id,...(parts??[])]);
this.standing.paint(this,ids);
this.classList.toggle("is-away",isAway(this.parameter.id));
const holders=holdersOf(this.parameter,ids);
if(this.hand.hidden===(holders!==null)){
this.hand.hidden=holders===null;
this.classList.toggle("touched",holders!==null);
}
if(holders)set(this.hand,{title:holders});
}
}
customElements.define("fd-row",Row);
return{Row};
})();
const $layout_panel=(()=>{
const{h,iconButton,set,write}=$base_dom;
const{Signal}=$base_signal;
const{say}=$words_say;
const title=h("h2",{id:"panel-title",tabindex:"-1"});
const content=h("div");
const element=h("aside",{class:"panel","aria-labelledby":"panel-title",hidden:true},
h("header",{},title,iconButton("close",say("panel.close"),()=>close())),h("div",{class:"body"},content));
const changed=new Signal();
let now=null;
let opener=null;
const open=()=>now?.name??null;
function show(panel){
if(!element.contains(document.activeElement))opener=document.activeElement;
now?.closed?.();
now=panel;
write(title,panel.title);
content.replaceChildren(panel.content);
set(element,{hidden:null,"data-panel":panel.name});
document.documentElement.dataset.panel=panel.name;
title.focus({preventScroll:true});
changed.emit();
}
function close(){
if(!now)return;
const hadFocus=element.contains(document.activeElement);
now.closed?.();
now=null;
set(element,{hidden:true});
delete document.documentElement.dataset.panel;
if(hadFocus)(opener?.isConnected?opener:successor())?.focus({preventScroll:true});
changed.emit();
}
const successor=()=>document.querySelector(`[data-id="${CSS.escape(opener?.closest("[data-id]")?.dataset.id ?? "")}"] .name`);
const toggle=(name,make)=>name===open()?close():show({name,...make()});
return{content,element,changed,open,show,close,toggle};
})();
const $panels_time=(()=>{
const sameDay=new Intl.DateTimeFormat(undefined,{hour:"2-digit",minute:"2-digit",second:"2-digit"});
const other=new Intl.DateTimeFormat(undefined,{dateStyle:"medium",timeStyle:"short"});
function clock(text){
const time=new Date(text);
return(time.toDateString()===new Date().toDateString()?sameDay:other).format(time);
}
return{clock};
})();
const $panels_explain=(()=>{
const{h,newID,refill}=$base_dom;
const{askViewed,pathOf}=$stream_api;
const{moved,refresh,reshaped,whose}=$store_parameters;
const{isPageKey}=$store_scope;
const{troubleOf}=$store_targets;
const{spell}=$base_number;
const{caption}=$values_captions;
const{reset}=$values_thumb;
const panel=$layout_panel;
const{clock}=$panels_time;
const{say}=$words_say;
const REST=600;
function explain(parameter,all=[]){
const content=h("div",{class:"explain"});
let timer=0,isOpen=true;
const{id}=parameter;
const load=async()=>{
timer=0;
try{
const[now,told,standard]=await Promise.all([refresh(id),
isPageKey()?{decisions:null}:askViewed("GET",`${pathOf(id)}/explain`),
parameter.kind==="trigger"?{}:askViewed("POST",`${pathOf(id)}/check`,{text:"default"})]);
if(isOpen)refill(content,[...draw(now,now.kind==="text"?now.default:standard.text,told),...others(parameter,all)]);
}catch(error){
if(isOpen)content.replaceChildren(h("p",{},error.status?error.message:say("unanswered")));
}
};
const soon=()=>{timer||=setTimeout(load,REST);};
const ends=[moved.on(all=>{if(all.some(one=>one.id===id))soon();}),reshaped.on(soon)];
panel.show({name:"explain",title:parameter.label,content,closed:()=>{
isOpen=false;
clearTimeout(timer);
for(const end of ends)end();
} });
load();
}
const others=(parameter,all)=>all.length<2?[]:[h("h3",{},say("explain.together")),h("p",{class:"together"},
all.filter(one=>one!==parameter).map(one=>h("button",{"data-key":`to ${one.id}`,onclick:()=>explain(one,all)},h("bdi",{},caption(one,parameter.label,all.map(({id})=>id))))))];
function boundTo(target){
const{written,read,matched,note}=target;
const trouble=troubleOf(target)?.text;
return[trouble??`${target.target}${matched.length ? ` (${matched.join(", ")})` : ""}`,
trouble?.includes(note)?null:note,written&&say("explain.written",{text:written}),read&&say("explain.read",{text:read})].filter(Boolean).join("; ");
}
function draw(now,standard,{decisions,target,targets=target?[target]:[]}){
const facts=[
[say("explain.id"),now.id],[say("explain.value"),now.text],[say("explain.range"),range(now)],[say("explain.default"),standard],
[say("explain.step"),hasTravel(now)&&now.step>0?spell(now.step):null],
[say("explain.changed-by"),whose(now)],[say("explain.driven-by"),now.owner],
...targets.map((one,place)=>[place?say("explain.also-bound-to"):say("explain.bound-to"),boundTo(one)]),
[say("explain.declared-by"),now.declaredBy?.join(", ")],[say("explain.on-displays"),now.short],
].filter(([,text])=>text);
const heading=newID("decisions");
return[
h("dl",{},facts.map(([name,text])=>[h("dt",{},name),h("dd",{},h("bdi",{},text))]).flat()),
...(now.kind==="trigger"?[]:[h("p",{},h("button",{"data-key":"reset",onclick:()=>reset(now.id)},say("explain.reset")))]),
...(decisions?[h("h3",{id:heading},say("explain.happened")),
decisions.length?h("ol",{class:"events","aria-labelledby":heading},[...decisions].reverse().map(decision)):h("p",{},say("explain.nothing"))]:[]),
];
}
const decision=({time,origin,by,decision,text,control,count})=>h("li",{},
h("time",{datetime:time},clock(time)),h("b",{},decision),h("span",{},[text,control,say("by",{who:by??origin})].filter(Boolean).join(" · ")),
count>1?h("span",{class:"count"},`${count} ×`):null);
const hasTravel=({kind})=>["number","integer","range"].includes(kind);
const range=now=>hasTravel(now)?`${now.min === "-inf" ? "−∞" : spell(now.min)} … ${spell(now.max)} ${now.unit}`.trim():null;
return{explain};
})();
const $layout_cards=(()=>{
const{h}=$base_dom;
const address=$base_address;
const{parameters,reshaped}=$store_parameters;
const{pages}=$store_pages;
const{pathOf,shown}=$layout_groups;
const{widthOf}=$layout_labels;
const{gathered}=$values_companions;
const view=$layout_view;
const{Row}=$values_row;
const{explain}=$panels_explain;
const{say}=$words_say;
const element=h("div",{class:"cards"});
const rows=new Map();
const PATIENCE=300;
let waiting=0;
let look="";
const NARROWEST={stage:750,other:500};
function build(){
clearTimeout(waiting);
element.hidden=view.current()!=="list";
if(element.hidden)return clear();
if(element.querySelector("[data-dragged], :active")||[...rows.values()].some(row=>row.field.isBusy)){
replaceOutdated();
waiting=setTimeout(build,PATIENCE);
return;
}
const held=document.activeElement;
const focused=held?.closest?.(".row")?.dataset.id;
const groups=view.isMapping()?shown().map(([group,list])=>[group,list.map(one=>[one,[]])]):gathered(shown());
const count=columnCount(groups.length);
const now=JSON.stringify([count,nothing(),groups.map(([group,list])=>[group,pathOf(group),list.map(([one,toggles])=>[one.id,...toggles.map(({id})=>id)])])]);
if(now===look&&groups.every(([,list])=>list.every(([one,toggles])=>rows.get(one.id)?.shows(one,toggles))))return;
look=now;
const before=new Map(rows);
rows.clear();
const cards=groups.map(([group,list])=>h("section",{class:"card","aria-label":pathOf(group).join(" · ")||say("list.parameters")},
group?h("h2",{},...path(group)):null,
list.map(([parameter,toggles])=>{
const old=before.get(parameter.id);
const row=old?.shows(parameter,toggles)?old:new Row().setUp(parameter,explain,toggles);
rows.set(parameter.id,row);
return row;
})));
for(const row of before.values())if(rows.get(row.parameter.id)!==row)row.tearDown();
if(!cards.length)cards.push(h("p",{class:"empty"},nothing()));
element.replaceChildren(...columns(cards,count));
if(focused)(element.contains(held)?held:rows.get(focused)?.querySelector("[role=slider], [role=switch], :checked, select, button.value"))?.focus({preventScroll:true});
}
function clear(){
for(const row of rows.values())row.tearDown();
rows.clear();
look="";
element.replaceChildren();
}
function replaceOutdated(){
for(const[id,old]of rows){
const parameter=parameters.get(id);
const toggles=old.toggles.map(one=>parameters.get(one.id)).filter(Boolean);
if(!parameter||old.shows(parameter,toggles)||old.field.isBusy||old.matches(":active, :focus-within, :has([data-dragged])"))continue;
const row=new Row().setUp(parameter,explain,toggles);
old.replaceWith(row);
old.tearDown();
rows.set(id,row);
}
}
const columnCount=cards=>Math.max(1,Math.min(cards,Math.floor(element.clientWidth/(NARROWEST[document.documentElement.dataset.theme]??NARROWEST.other))));
function columns(cards,count){
const all=Array.from({length:count},()=>({height:0,cards:[]}));
for(const card of cards){
const column=all.reduce((best,one)=>one.height<best.height?one:best);
column.height+=1+card.querySelectorAll(".row").length+card.querySelectorAll(".row.color").length;
column.cards.push(card);
}
element.dataset.columns=String(count);
return all.map(({cards})=>{
const column=h("div",{class:"column"},cards);
column.style.setProperty("--label",`${widthOf(cards.flatMap(card => [...card.querySelectorAll(".name")].map(name => name.textContent))).toFixed(2)}em`);
return column;
});
}
const nothing=()=>address.get("q")?say("list.no-match",{search:address.get("q")}):address.get("at")?say("list.no-group"):say("list.nothing");
const path=group=>pathOf(group).flatMap((label,index)=>[index?h("span",{class:"dot","aria-hidden":"true"}," · "):null,h("bdi",{},label)]);
function start(){
reshaped.on(build);
pages.changed.on(build);
address.changed.on(build);
view.changed.on(build);
new MutationObserver(build).observe(document.documentElement,{attributeFilter:["data-mapping"]});
new ResizeObserver(()=>{
if(String(columnCount(element.querySelectorAll(".card").length))!==element.dataset.columns)build();
}).observe(element);
}
return{element,start};
})();
const $layout_door=(()=>{
const{h}=$base_dom;
const{changed,status}=$stream_live;
const{given}=$stream_key;
const{say,saying}=$words_say;
const element=h("div",{class:"door",hidden:true});
function start(main){
const draw=()=>{
const isDenied=status.state==="denied";
element.hidden=!isDenied;
main.hidden=isDenied;
if(isDenied)element.replaceChildren(
h("h1",{},say("door.title")),
why()?h("p",{role:"status"},why()):"",
h("p",{},saying("door.run",{command:h("code",{},"faderctl web")})));
};
changed.on(draw);
addEventListener("hashchange",draw);
draw();
}
function why(){
if(given.instead==="token")return say("door.token");
if(given.instead)return say("door.no-key");
return status.reason?say("door.ended"):"";
}
return{element,start};
})();
const $base_theme=(()=>{
const{themes}=globalThis;
const current=()=>document.documentElement.dataset.theme;
function next(){
const theme=themes.all[(themes.all.indexOf(current())+1)%themes.all.length];
localStorage.setItem("faderd.theme",theme);
themes.apply(theme);
}
return{current,next};
})();
const $mapping_config=(()=>{
const{Signal,joined,single}=$base_signal;
const{ask}=$stream_api;
const{isPageKey}=$store_scope;
const{events,status}=$stream_live;
const REST=1000;
const LOOK=3000;
const config={state:null};
const changed=new Signal();
let isMapping=false;
const load=single(async()=>{
if(isPageKey())return;
let now=null;
try{
now=await ask("GET","/config");
}catch(error){
if(!error.status)return;
}
if(JSON.stringify(now)===JSON.stringify(config.state))return;
const surfaces=Object.values(now?.surfaces??{});
for(const one of[now?.parameters,now?.pages,...surfaces.flatMap(({map,strips})=>[map,strips])])if(one)Object.setPrototypeOf(one,null);
config.state=now;
changed.emit();
});
const preview=edits=>ask("POST","/config/edits",{read:config.state.read,edits,dryRun:true});
const edit=(edits,read)=>ask("POST","/config/edits",{read,edits});
const removal=parameter=>ask("POST","/config/removal",{parameter});
async function undo(){
const{read}=await ask("POST","/config/undo",{read:config.state.read});
config.state.read=read;
await load();
}
function follow(isFollowing){
isMapping=isFollowing;
if(isFollowing)load();
}
function start(){
const soon=joined(load,REST);
events.on(name=>{if(name==="state"&&(isMapping||!config.state))soon();});
setInterval(()=>{if(isMapping&&!document.hidden&&status.state==="live")soon();},LOOK);
}
return{config,changed,load,preview,edit,removal,undo,follow,start};
})();
const $mapping_change=(()=>{
const{h,newID}=$base_dom;
const{complain,tell}=$layout_toast;
const{say}=$words_say;
const file=$mapping_config;
function modal(title,content,buttons,closed=()=>{}){
const heading=newID("map");
let dialog;
const done=new Promise(answer=>{
dialog=h("dialog",{class:"mapping","aria-labelledby":heading,onclose:()=>{
dialog.remove();
closed();
answer(dialog.returnValue);
} },h("form",{method:"dialog"},h("h2",{id:heading},h("bdi",{},title)),...content,
h("div",{class:"buttons"},buttons.map(([value,name],place)=>h("button",{
value,type:value?"submit":"button",class:place===buttons.length-1&&value?"main":null,onclick:value?null:()=>dialog.close(""),
},name)))));
document.body.append(dialog);
dialog.showModal();
(dialog.querySelector(".main")??dialog.querySelector(".buttons button")).focus();
});
return{dialog,done};
}
function diff(text){
const kinds={"+":"added","-":"removed","@":"place"};
return h("pre",{class:"diff",tabindex:"0",role:"group","aria-label":say("map.diff")},
text.trimEnd().split("\n").slice(2).map(line=>h("span",{class:kinds[line[0]]??null},`${line}\n`)));
}
function refuse(error){
if(!error.status)return complain(error);
modal(say("map.refused"),[h("pre",{class:"diff",tabindex:"0",role:"group","aria-label":say("map.reason")},error.message)],[["",say("map.close")]]);
file.load();
}
async function propose(title,edits,{notes=[],again=null}={}){
let outcome;
try{outcome=await file.preview(edits);}catch(error){refuse(error);return"";}
if(!outcome.diff){tell(say("map.same"));return"";}
const{command}=outcome;
const content=[
...notes.map(note=>h("p",{},h("bdi",{},note))),diff(outcome.diff),
command&&h("p",{},say("map.command")),command&&h("pre",{class:"diff",tabindex:"0",role:"group","aria-label":say("map.command")},command),
].filter(Boolean);
const{dialog,done}=modal(title,content,[["",say(command?"map.close":"question.cancel")],...(again?[["again",again]]:[]),...(command?[]:[["keep",say("map.keep")]])]);
let failure=null;
dialog.querySelector("form").addEventListener("submit",async event=>{
if(event.submitter?.value!=="keep")return;
event.preventDefault();
event.submitter.disabled=true;
try{
await file.edit(edits,outcome.read);
await file.load();
}catch(error){failure=error;}
dialog.close(failure?"":"keep");
});
const answer=await done;
if(failure)refuse(failure);
else if(answer==="keep")tell(say("map.kept"),file.config.state?.undo?{name:say("undo"),action:undo}:null);
return answer;
}
async function undo(){
try{
await file.undo();
tell(say("map.undone"));
}catch(error){refuse(error);}
}
return{modal,propose,undo};
})();
const $mapping_controls=(()=>{
const{h}=$base_dom;
const{surfaces}=$store_surfaces;
const{say}=$words_say;
const{propose}=$mapping_change;
const{config}=$mapping_config;
const ACTIONS=["toggle","step","cycle","set","hold","reset","follow"];
const TAKEOVERS=["jump","pickup","scale","relative"];
const AMOUNTS={step:"by",cycle:"by",set:"value",hold:"value"};
function mapped(id){
return Object.entries(config.state.surfaces).flatMap(([surface,{map}])=>Object.entries(map)
.filter(([,mapping])=>(mapping?.parameter??mapping)===id).map(([control,mapping])=>({surface,control,mapping})));
}
function rows(id){
return Object.entries(config.state.surfaces).flatMap(([surface,{strips}])=>(strips[id]??[]).map(kind=>({
surface,kind,isOnly:new Set(Object.values(strips).flat()).size===1,
})));
}
function rowItem({surface,kind,isOnly}){
const name=`${surface} ${kind}`,path=["surfaces",surface,"strips"];
return h("li",{},h("b",{},h("bdi",{},name)),h("small",{},say("map.in-strips")),
h("button",{"data-key":`remove ${name}`,onclick:()=>propose(say("map.remove-of",{name}),[{remove:isOnly?path:[...path,kind]}])},say("map.remove-of",{name})));
}
const drawn=(surface,control)=>surfaces.list.find(one=>one.name===surface)?.controls?.find(one=>one.id===control.slice(control.lastIndexOf("+")+1));
function choice(name,options,value,first,onchange,textOf=option=>option){
return h("label",{},h("span",{},name),h("select",{"data-key":name,onchange:event=>onchange(event.target.value)},
[...(first===null?[]:[""]),...options].map(option=>h("option",{value:option,selected:option===(value??"")},option?textOf(option):first))));
}
function acting(path,id,action,amount){
const edits=[{set:path,to:action?{parameter:id}:id}];
if(action)edits.push({set:[...path,"action"],to:action});
if(amount!==null&&AMOUNTS[action])edits.push({set:[...path,AMOUNTS[action]],to:amount});
return edits;
}
const typed=text=>text.trim()===""?null:/^[-−]?\d+([.,]\d+)?$/.test(text.trim())?Number(text.trim().replace("−","-").replace(",",".")):text.trim();
function item({surface,control,mapping},{id,kind}){
const known=drawn(surface,control),name=`${surface} ${control}`,path=["surfaces",surface,"map",control];
const{action="",by,value}=mapping?.parameter?mapping:{};
const parts=[h("b",{},h("bdi",{},name))];
const isButton=["button","pedal"].includes(known?.kind)&&kind!=="trigger";
if(isButton){
const amount=h("input",{type:"text",size:"6",value:by??value??"","data-key":`${name} amount`,"aria-label":say("map.amount-of",{name})});
const set=now=>propose(say("map.action-of",{name}),acting(path,id,now,typed(amount.value)));
parts.push(choice(say("map.action-of",{name}),ACTIONS,action,say("map.usual"),set,option=>say(`map.action.${option}`)));
if(AMOUNTS[action]){
amount.addEventListener("change",()=>set(action));
parts.push(h("label",{},h("span",{},say(`map.amount.${AMOUNTS[action]}`)),amount));
}
}
if(known&&!known.motor&&known.takeover){
const place=["surfaces",surface,"controls",known.id,"takeover"];
parts.push(choice(say("map.takeover-of",{name}),TAKEOVERS,known.takeover.mode,null,
now=>propose(say("map.takeover-of",{name}),[{set:place,to:now}]),option=>say(`map.takeover.${option}`)));
}
parts.push(h("button",{"data-key":`remove ${name}`,onclick:()=>propose(say("map.remove-of",{name}),[{remove:path}])},say("map.remove-of",{name})));
return h("li",{},parts);
}
function controls(parameter){
const own=mapped(parameter.id),ofStrips=rows(parameter.id);
const isOfRow=(surface,control)=>ofStrips.some(row=>row.surface===surface&&control.startsWith(`${row.kind.slice(row.kind.lastIndexOf("+") + 1)}.`));
const others=surfaces.list.flatMap(({name,mappings})=>mappings.filter(one=>one.parameter===parameter.id&&!isOfRow(name,one.control)&&!own.some(it=>it.surface===name&&it.control===one.control))
.map(one=>`${name} ${one.control}`));
return[
...(own.length+ofStrips.length?[h("ul",{class:"mapped"},own.map(one=>item(one,parameter)),ofStrips.map(rowItem))]:[h("p",{class:"hint"},say("map.no-controls"))]),
...(others.length?[h("p",{class:"hint"},say("map.elsewhere",{names:others.join(", ")}))]:[]),
];
}
return{choice,typed,controls};
})();
const $mapping_learn=(()=>{
const{h,write}=$base_dom;
const{Refusal,headers}=$stream_api;
const{parameters}=$store_parameters;
const{surfaces}=$store_surfaces;
const{say}=$words_say;
const{modal,propose}=$mapping_change;
async function readLines(body,take){
const reader=body.pipeThrough(new TextDecoderStream()).getReader();
for(let rest="";;){
const{value,done}=await reader.read();
if(done)return;
const lines=(rest+value).split("\n");
rest=lines.pop();
for(const line of lines)take(JSON.parse(line));
}
}
async function listen({id},title,isForStrips){
const control=new AbortController();
const hint=h("p",{role:"status"},say("map.hint.begin"));
let heard=null;
const{dialog,done}=modal(title,[hint],[["",say("question.cancel")]],()=>control.abort());
try{
const answer=await fetch("/config/learn",{
method:"POST",headers:headers({"Content-Type":"application/json"}),credentials:"omit",cache:"no-store",
body:JSON.stringify({parameter:id,strips:isForStrips}),signal:control.signal,
});
if(!answer.ok)throw new Refusal(answer.status,await answer.json().catch(()=>null));
await readLines(answer.body,line=>{
if(line.state==="heard")heard=line;
else if(line.state==="failed")write(hint,line.detail);
else write(hint,say(`map.hint.${line.state}`,{message:line.message??""}));
});
if(heard)dialog.close("");
}catch(error){
if(error.name!=="AbortError")write(hint,error.message);
}
await done;
return heard;
}
function otherPage(name){
const{page,pages:[first]=[page]}=surfaces.list.find(one=>one.name===name)??{};
return page===first?undefined:say("map.other-page",{surface:name,page,first});
}
async function learn(parameter,isForStrips=false){
const title=say(isForStrips?"map.learn-strips-for":"map.learn-for",{label:parameter.label});
for(;;){
const heard=await listen(parameter,title,isForStrips);
if(!heard)return;
const{control,surface,message,features,was,advice,edits}=heard;
const notes=[
say("map.heard",{control:[surface,control??message].join(" "),what:[message,features].filter(Boolean).join(", ")}),
was&&say("map.was",{label:parameters.get(was)?.label??was}),advice,isForStrips&&otherPage(surface),
].filter(Boolean);
if(await propose(title,edits,{notes,again:say("map.again")})!=="again")return;
}
}
return{learn};
})();
const $mapping_parameter=(()=>{
const{clipped,h,refill}=$base_dom;
const{Signal}=$base_signal;
const{groupOf}=$layout_groups;
const panel=$layout_panel;
const{parameters,reshaped}=$store_parameters;
const{reshaped:surfacesReshaped}=$store_surfaces;
const{say}=$words_say;
const{complain}=$layout_toast;
const{propose}=$mapping_change;
const{changed,config,removal}=$mapping_config;
const{choice,controls,typed}=$mapping_controls;
const{learn}=$mapping_learn;
const COLORS=["red","orange","yellow","green","cyan","blue","purple","pink","white"];
const KINDS=["number","integer","toggle","choice","text","trigger"];
const TAPERS=["linear","log","audio"];
const TEXTS=["label","short"],NUMBERS=["min","max","unit","step","decimals"];
const isOpen=()=>panel.open()==="map-parameter";
const deleted=new Signal();
function show(parameter){
const content=h("div",{class:"mapper"});
const{id}=parameter;
const draw=()=>refill(content,parts(parameters.get(id)??parameter));
const redraw=()=>{if(!content.querySelector("form:focus-within input"))draw();};
const ends=[changed.on(draw),reshaped.on(redraw),surfacesReshaped.on(redraw)];
draw();
panel.show({name:"map-parameter",title:parameter.label,content,closed:()=>{for(const end of ends)end();} });
}
function parts(parameter){
if(!config.state)return[h("p",{},say("map.not-here"))];
const written=config.state.parameters[parameter.id];
return[
h("p",{class:"hint"},h("code",{},parameter.id)),neighbors(parameter),
h("h3",{},say("map.controls")),...controls(parameter),
h("p",{},h("button",{class:"main","data-key":"learn",onclick:()=>learn(parameter)},say("map.learn"))),
hasLikes(parameter)&&h("p",{},h("button",{"data-key":"learn-strips",onclick:()=>learn(parameter,true)},say("map.learn-strips"))),
h("h3",{},say("map.keys")),...(written
?[form(parameter,written),h("p",{},h("button",{"data-key":"delete",onclick:()=>remove(parameter)},say("map.delete")))]
:[h("p",{class:"hint"},say("map.not-written"))]),
].filter(Boolean);
}
function hasLikes({id,kind}){
const words=id.split(".");
const isLike=other=>other.length===words.length&&other.filter((word,place)=>word!==words[place]).length===1;
return words.length>1&&[...parameters.values()].some(other=>other.kind===kind&&isLike(other.id.split(".")));
}
async function remove({id,label}){
let found;
try{found=await removal(id);}catch(error){complain(error);return;}
const{edits,...uses}=found;
const notes=["controls","pages","snapshots"].filter(use=>uses[use].length).map(use=>say(`map.delete.${use}`,{names:clipped(uses[use].join(", "))}));
if(await propose(say("map.delete-of",{label}),edits,{notes})==="keep")deleted.emit();
}
const FEW=12;
function neighbors({id}){
const group=groupOf(id);
const all=[...parameters.values()].filter(other=>other.id!==id&&(other.id===group||[id,group||id].includes(groupOf(other.id))));
return h("p",{class:"offers"},all.slice(0,FEW).map(other=>h("button",{"data-key":other.id,onclick:()=>show(other)},h("bdi",{},other.label))));
}
function order({id,label}){
const all=[...parameters.keys()].filter(one=>config.state.parameters[one]);
const place=all.indexOf(id);
const move=(name,before)=>h("button",{
type:"button","data-key":name,disabled:before===undefined,onclick:()=>propose(`${label}: ${name}`,[{move:["parameters",id],before}]),
},name);
return h("div",{class:"buttons"},move(say("map.earlier"),all[place-1]),move(say("map.later"),place<all.length-1?all[place+2]??null:undefined));
}
function form(parameter,written){
const path=key=>["parameters",parameter.id,key];
const isNumber=["number","integer"].includes(parameter.kind);
const fields=new Map([...TEXTS,...(isNumber?NUMBERS:[])].map(key=>[key,h("input",{
type:"text",autocomplete:"off",value:written[key]??"",placeholder:String(parameter[key]??""),"data-key":key,
})]));
const pick=key=>now=>propose(`${parameter.label}: ${say(`map.key.${key}`)}`,[now?{set:path(key),to:now}:{remove:path(key)}]);
const submit=event=>{
event.preventDefault();
const edits=[];
for(const[key,field]of fields){
if(field.value===String(written[key]??""))continue;
const isText=TEXTS.includes(key)||key==="unit";
const now=isText?field.value.trim()||null:typed(field.value);
edits.push(now===null?{remove:path(key)}:{set:path(key),to:now});
}
if(edits.length)propose(parameter.label,edits);
};
return h("form",{class:"keys",onsubmit:submit},
[...fields].map(([key,field])=>h("label",{},h("span",{},say(`map.key.${key}`)),field)),
h("button",{"data-key":"show"},say("map.show")),
choice(say("map.key.kind"),KINDS,written.kind,written.kind?null:say("map.usual"),pick("kind"),option=>say(`map.kind.${option}`)),
isNumber?choice(say("map.key.taper"),TAPERS,typeof written.taper==="string"?written.taper:"",say("map.usual"),pick("taper"),option=>say(`map.taper.${option}`)):null,
choice(say("map.key.color"),COLORS,written.color,say("map.no-color"),pick("color"),option=>say(`map.color.${option}`)),
order(parameter));
}
return{isOpen,deleted,show};
})();
const $mapping_overview=(()=>{
const{h,refill}=$base_dom;
const panel=$layout_panel;
const{shown}=$layout_groups;
const{parameters}=$store_parameters;
const{say}=$words_say;
const{propose,undo}=$mapping_change;
const{changed,config}=$mapping_config;
const one=$mapping_parameter;
const isOpen=()=>panel.open()==="mapping";
one.deleted.on(show);
function show(){
const content=h("div",{class:"mapper"});
const head=h("div"),sections=[adding(),controllers(),pages()];
content.append(head,...sections.map(section=>section.element));
const draw=()=>{
refill(head,heading());
for(const section of sections){
section.element.hidden=Boolean(config.state?.place);
section.draw();
}
};
const end=changed.on(draw);
draw();
panel.show({name:"mapping",title:say("map.title"),content,closed:end});
}
function heading(){
const{file,place,problem,changed:isChanged,undo:canUndo}=config.state??{};
if(place){
return[
h("p",{},say("map.first-how")),h("p",{class:"hint"},h("code",{},h("bdi",{},place))),
problem&&h("p",{class:"problem",role:"status"},h("bdi",{},problem)),
h("p",{},h("button",{class:"main","data-key":"first",disabled:problem!=null,onclick:()=>propose(say("map.first"),[])},say("map.first"))),
].filter(Boolean);
}
return[
h("p",{},say("map.how")),
file&&h("p",{class:"hint"},h("code",{},h("bdi",{},file))),
problem&&h("p",{class:"problem",role:"status"},h("bdi",{},problem)),
isChanged&&h("p",{class:"problem",role:"status"},say("map.changed-elsewhere")),
h("p",{},h("button",{"data-key":"undo",disabled:!canUndo,onclick:undo},say("map.undo-last"))),
].filter(Boolean);
}
const slug=text=>text.normalize("NFD").replace(/\p{M}/gu,"").toLowerCase().replace(/[^a-z0-9_-]+/g,"-").replace(/^-+|-+$/g,"").slice(0,40);
function freeID(label){
const base=slug(label)||"parameter";
for(let id=base,count=2;;id=`${base}-${count++}`)if(!parameters.has(id)&&!config.state.parameters[id])return id;
}
const LONGEST=64;
const nameOf=({kind,name})=>name||say(`map.candidate.${kind}`);
const ordered=target=>Object.fromEntries(Object.entries(target).sort(([a],[b])=>["property","call","scene"].includes(a)-["property","call","scene"].includes(b)));
function parameterEdits(id,label,keys){
const path=key=>["parameters",id,key];
return[{set:path("label"),to:label},...keys.map(({key,value})=>({set:path(key),to:key==="target"?ordered(value):value}))];
}
function adding(){
const target=h("select",{onchange:()=>choose()});
const offers=h("div",{class:"offers"});
const label=h("input",{type:"text",autocomplete:"off",maxlength:String(LONGEST),required:true});
let candidates=[],isTyped=false;
label.addEventListener("input",()=>{isTyped=label.value!=="";});
const chosen=()=>target.value===""?undefined:candidates[Number(target.value)];
const boxes=()=>[...offers.querySelectorAll("input:checked")].map(box=>chosen().offers[Number(box.value)]);
function choose(){
const candidate=chosen();
const what=candidate?.offers??[];
offers.replaceChildren(...what.map(({what:word},place)=>h("label",{class:"check"},h("input",{type:"checkbox",value:String(place),checked:place===0||word==="mute"}),h("span",{},say(`map.offer.${word}`)))));
if(!isTyped)label.value=candidate?nameOf(candidate):"";
}
const submit=async event=>{
event.preventDefault();
const name=label.value.trim(),id=freeID(name),found=boxes();
const edits=found.length
?found.flatMap(({what,keys},place)=>parameterEdits(place?`${id}.${what}`:id,place?`${name.slice(0, LONGEST - say(`map.offer.${what}`).length - 2)}: ${say(`map.offer.${what}`)}`:name,keys))
:parameterEdits(id,name,[{key:"type",value:"percent"}]);
if(await propose(say("map.add-parameter"),edits)!=="keep")return;
isTyped=false;
one.show(parameters.get(id)??{id,label:name,kind:"number"});
};
const element=h("form",{class:"keys",onsubmit:submit},h("h3",{},say("map.add-parameter")),
h("label",{},h("span",{},say("map.target")),target),offers,h("label",{},h("span",{},say("map.key.label")),label),
h("button",{},say("map.show")));
const draw=()=>{
const now=config.state?.candidates??[];
if(JSON.stringify(now)===JSON.stringify(candidates)&&target.options.length)return;
const before=chosen();
candidates=now;
target.replaceChildren(h("option",{value:""},say("map.no-target")),...candidates.map((candidate,place)=>h("option",{
value:String(place),selected:before&&candidate.kind===before.kind&&candidate.name===before.name,
},[nameOf(candidate),candidate.name?say(`map.candidate.${candidate.kind}`):null,candidate.parameter?say("map.bound",{id:candidate.parameter}):null].filter(Boolean).join(" – "))));
if(!before||JSON.stringify(chosen())!==JSON.stringify(before))choose();
};
return{element,draw};
}
function freeSurface(profile){
for(let name=profile,count=2;;name=`${profile}-${count++}`)if(!config.state.surfaces[name])return name;
}
function controllers(){
const list=h("ul",{class:"mapped"});
const profile=h("select",{required:true});
const add=(name,match=null)=>{
const surface=freeSurface(name);
propose(say("map.add-controller"),[...(match?[{set:["surfaces",surface,"match"],to:match}]:[]),{set:["surfaces",surface,"profile"],to:name}]);
};
const element=h("form",{class:"keys",onsubmit:event=>{event.preventDefault();add(profile.value);} },h("h3",{},say("map.add-controller")),list,
h("label",{},h("span",{},say("map.model")),profile),h("button",{},say("map.show")));
let before="";
const draw=()=>{
const{controllers:found=[],profiles=[]}=config.state??{};
if(before===(before=JSON.stringify([found,profiles])))return;
refill(list,found.map(({client,port,profile:known,recognized})=>h("li",{},h("b",{},h("bdi",{},client)),known
?h("button",{type:"button","data-key":client,onclick:()=>add(known,recognized?null:port?{client,port}:client)},say("map.add",{name:client}))
:h("small",{},say("map.unknown-controller")))));
const now=profile.value;
profile.replaceChildren(h("option",{value:""},say("map.choose")),...profiles.map(({name,title})=>h("option",{value:name,selected:name===now},title)));
};
return{element,draw};
}
function pages(){
const list=h("ul",{class:"mapped"});
const name=h("input",{type:"text",autocomplete:"off",maxlength:"40",required:true,pattern:"[A-Za-z0-9][A-Za-z0-9_.\\-]*"});
const submit=event=>{
event.preventDefault();
const ids=shown().flatMap(([,rows])=>rows.map(row=>row.id??row.parameter?.id)).filter(Boolean);
propose(say("map.add-page"),[{set:["web","pages",name.value],to:ids}]);
};
const element=h("form",{class:"keys",onsubmit:submit},h("h3",{},say("map.add-page")),list,h("p",{class:"hint"},say("map.page-how")),
h("label",{},h("span",{},say("map.page-name")),name),h("button",{},say("map.show")));
const draw=()=>refill(list,Object.keys(config.state?.pages??{}).map(page=>h("li",{},h("b",{},h("bdi",{},page)),
h("button",{type:"button","data-key":page,onclick:()=>propose(say("map.remove-of",{name:page}),[{remove:["web","pages",page]}])},say("map.remove-of",{name:page})))));
return{element,draw};
}
return{isOpen,show};
})();
const $mapping_mode=(()=>{
const{iconButton,set}=$base_dom;
const panel=$layout_panel;
const{parameters}=$store_parameters;
const{say}=$words_say;
const file=$mapping_config;
const overview=$mapping_overview;
const one=$mapping_parameter;
const button=iconButton("map",say("map.title"),()=>toggle(!isOn()),{"aria-pressed":"false",hidden:true});
const isOn=()=>document.documentElement.hasAttribute("data-mapping");
function toggle(isOn){
document.documentElement.toggleAttribute("data-mapping",isOn);
set(button,{"aria-pressed":String(isOn)});
file.follow(isOn);
if(isOn)overview.show();
else if(overview.isOpen()||one.isOpen())panel.close();
}
function start(list){
file.start();
file.changed.on(()=>{
button.hidden=!file.config.state;
if(button.hidden&&isOn())toggle(false);
});
list.addEventListener("click",event=>{
const id=isOn()&&event.target.closest(".name")?.closest("[data-id]")?.dataset.id;
if(!id||!parameters.has(id))return;
event.stopPropagation();
one.show(parameters.get(id));
},true);
}
return{button,start};
})();
const $panels_history=(()=>{
const{clipped,h,refill,set}=$base_dom;
const{Signal}=$base_signal;
const{events}=$stream_live;
const{askViewed}=$stream_api;
const{isPageKey}=$store_scope;
const{moved,parameters}=$store_parameters;
const{complain,tell}=$layout_toast;
const panel=$layout_panel;
const{say}=$words_say;
const{clock}=$panels_time;
const REST=400;
const SHOWN=200;
const UNBROKEN=20;
const next={undo:null,redo:null};
const changed=new Signal();
let entries=[];
let timer=0;
let resting=0;
let loading=Promise.resolve();
function load(){
clearTimeout(timer);
clearTimeout(resting);
timer=resting=0;
return loading=loading.then(read);
}
async function latest(){
await load();
return entries;
}
const OWN={changes:[]};
async function read(){
if(isPageKey()){
next.undo=OWN;
return changed.emit();
}
const meanwhile=[];
const end=moved.on(all=>meanwhile.push(...all));
try{
entries=await askViewed("GET","/v1/history");
}catch{
return;
}finally{
end();
}
const undoable=entries.filter(entry=>entry.origin!=="undo"&&entry.changes.some(change=>!change.undone));
next.undo=undoable.at(-1)??null;
next.redo=entries.reduce((last,entry)=>(entry.undo??0)>(last?.undo??0)?entry:last,null);
changed.emit();
follow(meanwhile);
}
function follow(all){
const texts=new Map(all.map(({id,text})=>[id,text]));
if(!entries.at(-1)?.changes.some(change=>texts.has(change.id)&&texts.get(change.id)!==change.after))return;
clearTimeout(resting);
resting=setTimeout(load,REST);
}
const labelOf=id=>parameters.get(id)?.label??id;
function name(entry){
if(entry===OWN)return say("page.own");
const[first,...others]=entry.changes;
const change=`${labelOf(first.id)} ${brief(first.before)} → ${brief(first.after)}`;
return others.length?say("history.and-more",{change,count:others.length}):change;
}
const isWhollyUndone=entry=>entry.changes.every(change=>change.undone);
const before=number=>entries.findLast(entry=>entry.number<number&&!isWhollyUndone(entry))?.number??0;
const brief=text=>clipped(text)||say("empty");
function shown(text){
const short=clipped(text);
const look=text?short.length<=UNBROKEN?"unbroken":null:"none";
return h("span",{class:look,title:short===text?null:text},short||say("empty"));
}
async function go(way,wish={},entry=null){
const isNext=!Object.keys(wish).length;
await(timer||resting?load():loading);
const body=isPageKey()?undefined:wish.from?{to:before(wish.from)}:wish;
const about=entry??(isNext&&!isPageKey()?next[way]:null);
try{
const{parameters:restored,skipped}=await askViewed("POST",`/v1/${way}`,body);
const what=about?name(about):restored.slice(0,3).map(one=>`${one.label} ${one.text}`).join(", ");
const other=way==="undo"?"redo":"undo";
tell([say(`history.${way}-done`,{what}),...skipped].join("; "),about?{name:say(other),action:()=>go(other,{entry:about.number},about)}:null);
}catch(error){
complain(error);
}
}
const show=()=>panel.toggle("history",make);
function make(){
const list=h("ol",{class:"events history",reversed:true});
const draw=()=>refill(list,[...entries].reverse().slice(0,SHOWN).map(item));
const end=changed.on(draw);
draw();
return{title:say("history.title"),content:h("div",{},h("p",{class:"hint"},say("history.hint")),list),closed:end};
}
function item(entry){
const isUndone=isWhollyUndone(entry);
const way=isUndone?"redo":"undo";
const about=name(entry);
const one=h("button",{"data-key":entry.number,onclick:()=>go(way,{entry:entry.number})},say(way));
const all=h("button",{"data-key":`${entry.number} all`,onclick:()=>go(way,isUndone?{to:entry.number}:{from:entry.number})},
say(`history.${way}-all`));
set(one,{"aria-label":say(`history.${way}-entry`,{number:entry.number,about})});
set(all,{"aria-label":say(`history.${way}-all-entry`,{about})});
return h("li",{class:isUndone?"undone":null},
h("time",{datetime:entry.time},clock(entry.time)),
h("div",{class:"changes"},entry.changes.slice(0,6).map(change=>h("div",{},h("b",{},h("bdi",{},labelOf(change.id))),
h("span",{dir:"ltr"}," ",shown(change.before)," → ",shown(change.after)))),
entry.changes.length>6?h("div",{},say("history.more",{count:entry.changes.length-6})):null,
h("small",{},[isUndone&&say("history.undone"),say("by",{who:entry.by??entry.origin})].filter(Boolean).join(" · "))),h("div",{class:"ways"},one,all));
}
function start(){
events.on(event=>{
if(event==="state"||event==="history")timer||=setTimeout(load,event==="state"?0:REST);
});
moved.on(follow);
}
return{next,changed,latest,name,go,show,start};
})();
const $store_snapshots=(()=>{
const{Signal,joined}=$base_signal;
const{events}=$stream_live;
const{ask,askViewed}=$stream_api;
const{isPageKey}=$store_scope;
const REST=600;
const NEXT="/v1/recall-next";
const pathOf=name=>`/v1/snapshots/${encodeURIComponent(name)}`;
const snapshots={list:[],place:{} };
const changed=new Signal();
const has=name=>snapshots.list.some(snapshot=>snapshot.name===name);
const contents=name=>askViewed("GET",pathOf(name));
const save=name=>ask("PUT",pathOf(name),{});
const remove=name=>ask("DELETE",pathOf(name));
const rename=(name,to)=>ask("POST",`${pathOf(name)}/rename`,{to});
const fade=(name,over)=>ask("POST",`${pathOf(name)}/fade`,{over});
const move=(name,before)=>ask("POST",`${pathOf(name)}/move`,before===undefined?{}:{before});
const recall=(name,over)=>askViewed("POST",`${pathOf(name)}/recall`,{over});
const recallNext=(by,over)=>askViewed("POST",NEXT,{by,over});
function take(key,value){
if(JSON.stringify(snapshots[key])===JSON.stringify(value))return;
snapshots[key]=value;
changed.emit();
}
const load=async key=>isPageKey()||ask("GET",key==="list"?"/v1/snapshots":NEXT).then(value=>take(key,value),()=>{});
const locate=joined(()=>load("place"),REST);
function start(){
const soon=joined(()=>load("list"),REST);
events.on((event,data)=>{
if(event==="state")soon();
else if(event==="snapshots")take("list",data);
});
}
return{snapshots,changed,has,contents,save,remove,rename,fade,move,recall,recallNext,locate,start};
})();
const $layout_dialog=(()=>{
const{h,newID}=$base_dom;
const{say}=$words_say;
function question(sentence,verb,text=null){
return new Promise(answer=>{
const heading=newID("question"),asked=document.activeElement,key=asked?.dataset.key;
const field=text===null?null:h("input",{type:"text",value:text,maxlength:"64",autocomplete:"off","aria-labelledby":heading});
const dialog=h("dialog",{"aria-labelledby":heading,onclose:()=>{
dialog.remove();
if(key&&!asked.isConnected)document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({preventScroll:true});
answer(dialog.returnValue!=="yes"?null:field?field.value.trim()||null:true);
} },h("form",{method:"dialog"},h("p",{id:heading},h("bdi",{},sentence)),field,
h("div",{class:"buttons"},h("button",{type:"button",onclick:()=>dialog.close("")},say("question.cancel")),h("button",{value:"yes",class:"main"},verb))));
document.body.append(dialog);
dialog.showModal();
field?.select();
});
}
return{question};
})();
const $panels_compare=(()=>{
const{h,set}=$base_dom;
const{parameters}=$store_parameters;
const{complain}=$layout_toast;
const{contents,snapshots}=$store_snapshots;
const{say}=$words_say;
const textOf=entry=>entry.text??String(entry.value);
const isLeftOut=entry=>entry.recallSafe||entry.misfit||entry.now===undefined;
function effect({entries}){
const differing=entries.filter(entry=>!entry.isSame);
const changing=differing.filter(entry=>!isLeftOut(entry)).length;
const safe=differing.filter(entry=>entry.recallSafe).length;
const inside=new Set(entries.flatMap(entry=>[entry.id,entry.partOf]));
const others=[...parameters.values()].filter(one=>one.kind!=="trigger"&&!one.parts&&!inside.has(one.id)).length;
return[
changing?say("compare.changes",{count:changing}):say("compare.no-change"),
safe&&say("compare.safe",{count:safe}),others&&say("compare.others",{count:others}),
].filter(Boolean).join(" · ");
}
function makeComparison(name){
const sum=h("p",{class:"hint"});
const found=h("div");
const withWhat=h("select",{"data-key":`with ${name}`,"aria-label":say("compare.with",{name}),onchange:()=>load()});
const element=h("div",{class:"differences"},h("div",{class:"line"},withWhat),sum,found);
const fill=()=>{
const chosen=withWhat.value;
const others=snapshots.list.map(snapshot=>snapshot.name).filter(one=>one!==name);
withWhat.replaceChildren(...["",...others].map(value=>h("option",{value,selected:value===chosen},value||say("compare.now"))));
};
async function load(){
fill();
const other=withWhat.value;
try{
const[mine,theirs]=await Promise.all([contents(name),other?contents(other):null]);
if(withWhat.value!==other)return;
set(sum,{hidden:other!==""});
sum.textContent=effect(mine);
const rows=theirs?between(theirs,mine):mine.entries.filter(entry=>!entry.isSame).map(entry=>[entry.id,entry.now??say("snapshots.gone"),textOf(entry),entry]);
found.replaceChildren(rows.length?h("dl",{},rows.map(row=>line(...row)).flat()):h("p",{},say(other?"compare.equal":"snapshots.same")));
}catch(error){
if(error.status!==404)complain(error);
}
}
return{element,load};
}
const line=(id,from,to,entry)=>[
h("dt",{},h("bdi",{},parameters.get(id)?.label??id)),
h("dd",{},h("span",{dir:"ltr"},h("span",{class:"unbroken"},from)," → ",h("span",{class:"unbroken"},to)),why(entry)),
];
function why(entry){
const text=entry?.misfit??(entry?.recallSafe?say("compare.stays"):"");
return text?h("small",{},text):null;
}
function between(one,other){
const[a,b]=[one,other].map(({entries})=>new Map(entries.map(entry=>[entry.id,entry])));
const same=(x,y)=>JSON.stringify(x?.value)===JSON.stringify(y?.value);
const text=entry=>entry?textOf(entry):say("compare.absent");
return[...new Set([...a.keys(),...b.keys()])].sort().filter(id=>!same(a.get(id),b.get(id))).map(id=>[id,text(a.get(id)),text(b.get(id))]);
}
return{effect,makeComparison};
})();
const $panels_recalls=(()=>{
const{spell}=$base_number;
const{complain,tell}=$layout_toast;
const{go,latest}=$panels_history;
const{say}=$words_say;
const MOST=600;
function secondsOf(text){
if(!text.trim())return undefined;
const number=/^(\d+[.,]?\d*|[.,]\d+)?\s*(?:s\p{L}*\.?)?$/iu.exec(text.trim());
const value=number?.[1]===undefined?NaN:Number(number[1].replace(",","."));
if(value<=MOST)return value;
tell(say("snapshots.not-seconds",{text:text.trim(),most:MOST}));
return null;
}
const newest=entries=>entries.at(-1)?.number??0;
const recallAfter=(number,entries)=>entries.find(entry=>entry.number>number&&entry.origin==="recall");
async function recalling(ask){
try{
const before=newest(await latest());
const{parameters:all,skipped,over,snapshot:name}=await ask();
const sentence=over?say("snapshots.recalling",{name,seconds:spell(over)}):say("snapshots.recalled",{name});
const isUndoable=all.some(one=>one.ownedBy==="recall")||recallAfter(before,await latest());
tell([sentence,...skipped].join("; "),isUndoable?{name:say("undo"),action:()=>takeBack(before)}:null);
}catch(error){
complain(error);
}
}
async function takeBack(before){
const entries=await latest();
const entry=recallAfter(before,entries);
if(entry)go("undo",{entry:entry.number});
else if(newest(entries)===before)go("undo");
else tell(say("snapshots.nothing-yet"));
}
return{secondsOf,recalling};
})();
const $panels_show=(()=>{
const{h,set,write}=$base_dom;
const{joined}=$base_signal;
const{moved}=$store_parameters;
const{changed,contents,has,recallNext,snapshots}=$store_snapshots;
const{effect}=$panels_compare;
const{recalling}=$panels_recalls;
const{say}=$words_say;
const REST=600;
function makeShow(over){
const button=by=>{
const name=h("bdi",{class:"which"});
const step=()=>{
const seconds=over();
if(seconds!==null)recalling(()=>recallNext(by,seconds));
};
return{name,element:h("button",{class:by>0?"main":null,onclick:step},h("span",{},say(by>0?"show.next":"show.previous")),name)};
};
const[previous,next]=[button(-1),button(1)];
const preview=h("p",{class:"hint"});
const element=h("div",{class:"show"},previous.element,next.element,preview);
const look=joined(async()=>{
const name=snapshots.place.next;
const found=has(name)&&await contents(name).catch(()=>null);
if(snapshots.place.next===name)write(preview,found?say("show.would",{effect:effect(found)}):"");
},REST);
const draw=()=>{
element.hidden=!snapshots.list.length;
for(const[one,name]of[[previous,snapshots.place.previous],[next,snapshots.place.next]]){
write(one.name,name??"–");
const isFocused=document.activeElement===one.element;
set(one.element,{disabled:!name});
if(isFocused&&!name)(one===next?previous:next).element.focus({preventScroll:true});
}
look();
};
const ends=[changed.on(draw),moved.on(look)];
draw();
return{element,end:()=>{for(const end of ends)end();} };
}
return{makeShow};
})();
const $panels_snapshots=(()=>{
const{h,icon,newID,refill}=$base_dom;
const{joined}=$base_signal;
const{spell}=$base_number;
const{events}=$stream_live;
const{moved}=$store_parameters;
const store=$store_snapshots;
const{snapshots}=$store_snapshots;
const{complain,tell}=$layout_toast;
const{question}=$layout_dialog;
const{draggable}=$values_drag;
const panel=$layout_panel;
const{makeComparison}=$panels_compare;
const{recalling,secondsOf}=$panels_recalls;
const{makeShow}=$panels_show;
const{clock}=$panels_time;
const{say}=$words_say;
const REST=600;
const ARROWS={up:"↑",down:"↓"};
const MOVING=["state","recalled","history","snapshots"];
let seconds="";
const compared=new Map();
let renamed=null;
let held=null;
async function act(work,sentence){
try{
const answer=await work();
tell(typeof sentence==="function"?sentence(answer):sentence);
return true;
}catch(error){
complain(error);
return false;
}
}
function isName(name){
const isGood=name!=="."&&name!=="..";
if(!isGood)tell(say("snapshots.not-a-name",{name}));
return isGood;
}
async function save(name){
if(!isName(name))return false;
if(store.has(name)&&!await question(say("snapshots.replace-question",{name}),say("snapshots.replace")))return false;
return act(()=>store.save(name),({notHeard})=>[
say("snapshots.saved",{name}),notHeard&&say("snapshots.not-heard",{count:String(notHeard)}),
].filter(Boolean).join("; "));
}
function recall(name){
const over=secondsOf(seconds);
if(over!==null)recalling(()=>store.recall(name,over));
}
async function fade(snapshot,field){
const{name}=snapshot;
const over=secondsOf(field.value)??(field.value.trim()?null:0);
const sentence=over?say("snapshots.faded",{name,seconds:spell(over)}):say("snapshots.no-fade",{name});
if(over===null||!await act(()=>store.fade(name,over),sentence))field.value=fadeOf(snapshot);
}
const fadeOf=({over})=>over?spell(over):"";
const placeOf=(name,list)=>list.findIndex(snapshot=>snapshot.name===name);
function put(name,place,list){
const isUp=place<placeOf(name,list);
act(()=>store.move(name,list[place]?.name),isUp?say("snapshots.moved-up",{name}):say("snapshots.moved-down",{name}));
}
const move=(name,by)=>put(name,placeOf(name,snapshots.list)+(by<0?-1:2),snapshots.list);
function grip(name){
const element=h("span",{class:"grip",title:say("snapshots.drag"),"aria-hidden":"true"},icon("grip"));
let place=0;
const mark=y=>{
const rows=[...(element.closest("ol")?.children??[])];
const found=rows.findIndex(row=>{const box=row.getBoundingClientRect();return y<box.top+box.height/2;});
place=found<0?rows.length:found;
rows.forEach((row,at)=>{row.classList.toggle("above",at===place);row.classList.toggle("below",at===place-1);});
rows[Math.min(place,rows.length-1)]?.scrollIntoView({block:"nearest"});
};
const begin=()=>{held=snapshots.list;return true;};
const cancel=()=>{
for(const row of element.closest("ol")?.children??[])row.classList.remove("above","below");
held=null;
store.changed.emit();
};
const end=event=>{
if(event&&held&&element.isConnected){
mark(event.clientY);
const now=placeOf(name,held);
if(place!==now&&place!==now+1)put(name,place,held);
}
cancel();
};
draggable(element,{isUpright:true,travel:()=>1,begin,move:(_,event)=>mark(event.clientY),end,cancel});
return element;
}
async function rename(name){
const to=await question(say("snapshots.rename-question",{name}),say("snapshots.act.rename"),name);
if(to&&to!==name&&isName(to)){
renamed=to;
if(!await act(()=>store.rename(name,to),say("snapshots.renamed",{name,to})))renamed=null;
}
}
async function remove(name){
if(await question(say("snapshots.delete-question",{name}),say("snapshots.act.delete"))){
await act(()=>store.remove(name),say("snapshots.deleted",{name}));
}
}
function toggleComparison(name){
if(!compared.delete(name)){
const one=makeComparison(name);
compared.set(name,one);
one.load();
}
store.changed.emit();
}
const show=()=>panel.toggle("snapshots",make);
function make(){
const name=h("input",{type:"text",id:newID("name"),placeholder:say("snapshots.example"),maxlength:"64",autocomplete:"off"});
const over=h("input",{type:"text",id:newID("over"),inputmode:"decimal",value:seconds,size:"4",placeholder:say("snapshots.own"),oninput:()=>{seconds=over.value;} });
const items=h("ol",{class:"snapshots"});
const show=makeShow(()=>secondsOf(seconds));
const made=new Map();
const draw=()=>{
if(held)return;
for(const old of compared.keys())if(!store.has(old))compared.delete(old);
refill(items,snapshots.list.length?snapshots.list.map((snapshot,place)=>keptItem(made,snapshot,place)):[h("li",{class:"empty"},say("snapshots.none"))],name);
if(!store.has(renamed))return;
items.querySelector(`[data-key="${CSS.escape(`rename ${renamed}`)}"]`)?.focus({preventScroll:true});
renamed=null;
};
const compareAll=joined(()=>{for(const one of compared.values())one.load();},REST);
const ends=[
store.changed.on(()=>{draw();compareAll();}),moved.on(()=>{if(compared.size)compareAll();}),show.end,
events.on(event=>{if(MOVING.includes(event))store.locate();}),
];
const closed=()=>{
held=null;
compared.clear();
for(const end of ends)end();
};
const form=h("form",{class:"line",onsubmit:event=>{event.preventDefault();if(name.value.trim())save(name.value.trim()).then(isSaved=>{if(isSaved)name.value="";});} },
h("label",{for:name.id},say("snapshots.save-as")),name,h("button",{},say("snapshots.save")));
draw();
store.locate();
return{title:say("snapshots.title"),closed,content:h("div",{},show.element,form,
h("div",{class:"line"},h("label",{for:over.id},say("snapshots.over")),over,h("span",{},say("snapshots.seconds"))),items)};
}
function keptItem(made,snapshot,place){
const isLast=place===snapshots.list.length-1;
const key=JSON.stringify([snapshot,place,isLast,snapshots.place.current===snapshot.name,compared.has(snapshot.name)]);
const old=made.get(snapshot.name);
if(old?.key===key)return old.element;
const element=item(snapshot,place,isLast);
made.set(snapshot.name,{key,element});
return element;
}
function item(snapshot,place,isLast){
const{name,saved,count}=snapshot;
const called=(word,action,more)=>{
const text=say(`snapshots.act.${word}`);
return h("button",{"data-key":`${word} ${name}`,"aria-label":`${text} ${name}`,title:ARROWS[word]&&text,onclick:action,...more},ARROWS[word]??text);
};
const isCurrent=snapshots.place.current===name;
const field=h("input",{
type:"text","data-key":`fade ${name}`,inputmode:"decimal",size:"3",value:fadeOf(snapshot),"aria-label":say("snapshots.fade-of",{name}),
onchange:()=>fade(snapshot,field),
});
return h("li",{class:isCurrent?"current":null},grip(name),
h("button",{class:"recall","data-key":`recall ${name}`,"aria-label":`${say("snapshots.act.recall")} ${name}`,"aria-current":isCurrent?"true":null,onclick:()=>recall(name)},
h("span",{class:"number"},String(place+1)),h("bdi",{class:"which"},name),isCurrent?h("span",{class:"mark"},say("snapshots.current")):null),
h("div",{class:"what"},h("small",{},[clock(saved),say("snapshots.values",{count})].join(" · ")),
h("label",{class:"fade"},h("span",{},say("snapshots.fade")),field,h("span",{},"s"))),
h("div",{class:"buttons"},
called("compare",()=>toggleComparison(name),{"aria-expanded":String(compared.has(name))}),called("up",()=>move(name,-1),{disabled:!place}),
called("down",()=>move(name,1),{disabled:isLast}),called("rename",()=>rename(name)),called("delete",()=>remove(name))),
compared.get(name)?.element);
}
const start=store.start;
return{show,start};
})();
const $surfaces_captions=(()=>{
const{parameters}=$store_parameters;
const labelOf=control=>parameters.get(control.parameter)?.label;
const captionIn=all=>control=>{
const label=labelOf(control);
if(label===undefined)return control.id;
const twins=all().filter(other=>other.id!==control.id&&labelOf(other)===label).map(other=>other.parameter);
const rest=twins.includes(control.parameter)?control.id:twins.length?restOf(control.parameter,twins):"";
return rest?`${label} · ${rest}`:label;
};
function restOf(id,others){
const[own,...rest]=[id,...others].map(one=>one.split("."));
const first=own.findIndex((word,place)=>rest.some(other=>other[place]!==word));
return first<0?"":own.slice(first).join(".");
}
return{captionIn};
})();
const $base_ring=(()=>{
const{svg}=$base_dom;
const TURN=270;
const RADIUS=15;
const ROUND=2*Math.PI*RADIUS*TURN/360;
function makeRing(){
const arc=degrees=>{
const at=angle=>`${20 + RADIUS * Math.sin(angle)} ${20 - RADIUS * Math.cos(angle)}`;
const[a,b]=[-degrees/2,degrees/2].map(angle=>angle*Math.PI/180);
return`M${at(a)} A${RADIUS} ${RADIUS} 0 1 1 ${at(b)}`;
};
const lit=svg("path",{d:arc(TURN),class:"lit"});
const mark=svg("line",{x1:"20",y1:"20",x2:"20",y2:"9",class:"pointer"});
const element=svg("svg",{viewBox:"0 0 40 40",class:"ring","aria-hidden":"true"},svg("path",{d:arc(TURN),class:"unlit"}),lit,svg("circle",{cx:"20",cy:"20",r:"9.5",class:"knob"}),mark);
return{
element,show:(position,from=0)=>{
lit.style.strokeDasharray=`${(ROUND * Math.abs(position - from)).toFixed(2)} ${ROUND.toFixed(2)}`;
lit.style.strokeDashoffset=(-ROUND*Math.min(position,from)).toFixed(2);
mark.style.transform=`rotate(${((position - 0.5) * TURN).toFixed(1)}deg)`;
},
};
}
return{makeRing};
})();
const $surfaces_control=(()=>{
const{h,set,titleWhereCut,write}=$base_dom;
const{makeRing}=$base_ring;
const{parameters}=$store_parameters;
const{isUnderHand}=$store_surfaces;
const{request,unwatch,watch}=$values_paint;
const{say}=$words_say;
const placeOf=({inverted},parameter)=>inverted?1-(parameter?.position??0):parameter?.position??0;
function isLit({lit,litAt,action},parameter){
if(parameter?.kind==="trigger")return parameter.running;
if(lit!==undefined||!parameter)return lit??false;
if(!parameter.known)return false;
if(litAt!==undefined)return Math.abs((parameter.position??0)-litAt)<1e-9;
return(action==="toggle"||["toggle","choice"].includes(parameter.kind))&&parameter.position===1;
}
function makeControl(surface,control,captionOf){
const draw={fader:makeFader,button:makeButton}[control.kind]??makeKnob;
const one={surface:surface.name,control};
const{element,show}=draw(one);
const name=h("span",{class:"under"});
const value=h("span",{class:"under value",dir:"ltr"});
const wait=h("span",{class:"under wait"});
for(const one of[name,value])titleWhereCut(one);
one.element=h("div",{class:`control ${control.kind}`,role:"group",title:`${surface.name} ${control.id}`},element,name,value,wait);
one.paint=()=>{
const{control}=one;
const parameter=parameters.get(control.parameter);
const isHeld=isUnderHand(surface.name,control.id);
show(placeOf(control,parameter),parameter);
write(name,captionOf(control));
write(value,parameter?.text??"");
const{waiting,mode,value:side}=control.takeover??{};
const place={above:"below",below:"above"}[side];
write(wait,parameter&&waiting&&mode==="pickup"?say(place?`surfaces.waiting-${place}`:"surfaces.waiting"):"");
one.element.classList.toggle("held",isHeld);
one.element.classList.toggle("free",!parameter);
};
one.request=()=>request(one.element);
one.end=()=>unwatch(one.element);
watch(one.element,one.paint);
return one;
}
function makeFader(one){
const cap=h("div",{class:"cap"});
const ghost=h("div",{class:"cap waits",hidden:true});
const travel=h("div",{class:"travel"},h("div",{class:"slit"}),cap,ghost);
const element=h("div",{class:"strip"},travel);
const put=(one,position)=>{one.style.transform=`translateY(${((1 - position) * 100).toFixed(2)}cqh)`;};
return{element,show:position=>{
put(cap,position);
const{position:place}=one.control.takeover??{};
set(ghost,{hidden:place===undefined});
if(place!==undefined)put(ghost,one.control.inverted?1-place:place);
} };
}
function makeKnob(){
const{element,show}=makeRing();
return{element,show:position=>show(position)};
}
function makeButton(one){
const lamp=h("div",{class:"led",role:"img"});
return{element:lamp,show:(_,parameter)=>{
set(lamp,{"aria-label":lamp.classList.toggle("lit",isLit(one.control,parameter))?say("surfaces.lit"):say("surfaces.dark")});
} };
}
return{makeControl};
})();
const $surfaces_fold=(()=>{
const{h,set,write}=$base_dom;
const{say}=$words_say;
const unfolded=new Set();
const isInUse=({parameter,action})=>parameter!==undefined||action!==undefined;
function makeFold(name,cells,least,resize){
const rows=[...new Set(cells.map(({row})=>row))].sort((a,b)=>a-b);
const columns=[...new Set(cells.map(({column})=>column))].sort((a,b)=>a-b);
let controls=[];
const button=h("button",{class:"fold",onclick:()=>{
if(!unfolded.delete(name))unfolded.add(name);
lay();
} });
function lay(){
const used=controls.filter(isInUse).map(control=>control.place);
const usedRows=new Set(used.map(({row})=>row));
const last=Math.max(columns[least-1]??0,...used.map(({column})=>column));
const isFolded=({row,column})=>!usedRows.has(row)||column>last;
const isWhole=unfolded.has(name)||!used.length;
const shown=isWhole?rows:rows.filter(row=>usedRows.has(row));
for(const{row,column,cell}of cells){
cell.hidden=!isWhole&&isFolded({row,column});
cell.style.gridArea=`${shown.indexOf(row) + 1} / ${columns.indexOf(column) + 1}`;
}
resize(isWhole?columns.length:columns.filter(column=>column<=last).length);
const count=controls.filter(({place})=>isFolded(place)).length;
set(button,{hidden:!used.length||!count,"aria-expanded":String(isWhole)});
write(button,isWhole?say("surfaces.fold"):say("surfaces.unfold",{count}));
}
return{button,update:now=>{controls=now;lay();} };
}
return{makeFold};
})();
const $surfaces_front=(()=>{
const{h,set,write}=$base_dom;
const{ask}=$stream_api;
const{complain}=$layout_toast;
const{say}=$words_say;
const pathOf=(surface,what)=>`/v1/surfaces/${encodeURIComponent(surface)}/${what}`;
async function send(surface,what,body){
try{await ask("POST",pathOf(surface,what),body);}catch(error){complain(error);}
}
function makeViews(surface){
if(!surface.pages)return[];
const{width}=surface;
const last=Math.min(surface.bank+width-1,surface.strips);
const pages=surface.pages.length<2?null:h("select",{
"data-key":"page","aria-label":say("surfaces.page",{name:surface.name}),onchange:event=>send(surface.name,"page",{page:event.target.value}),
},surface.pages.map(page=>h("option",{selected:page===surface.page},page)));
const step=(by,text,way,isOver)=>h("button",{
"data-key":way,"aria-label":say(`surfaces.bank-on.${way}`,{name:surface.name}),title:say(`surfaces.bank.${way}`),disabled:isOver,onclick:()=>send(surface.name,"bank",{by}),
},text);
const bank=surface.strips?h("span",{class:"bank"},
step(-width,"‹","previous",surface.bank<=1),h("span",{},say("surfaces.strips",{first:surface.bank,last,all:surface.strips})),
step(width,"›","next",last>=surface.strips)):null;
return[pages,bank,surface.modifiers.length?h("small",{},say("surfaces.modifiers",{names:surface.modifiers.join(" + ")})):null].filter(Boolean);
}
function makeDisplay(surface,columnOf){
const panel=surface.panel;
if(!panel||!(panel.displays.length||panel.timecode||panel.assignment))return null;
const lines=[panel.assignment,panel.timecode].map(text=>text===undefined||text===null?null:h("code",{class:"digits"}));
const cells=panel.displays.map(display=>display.rows.map(row=>row.map(()=>h("code",{class:"cell-text"}))));
cells.forEach((rows,number)=>rows.forEach(row=>row.forEach((cell,place)=>{
cell.style.gridColumn=row.length===1?"1 / -1":String(columnOf(panel.displays[number].strip+place));
})));
const element=h("div",{class:"display",role:"group","aria-label":say("surfaces.display",{name:surface.name}),dir:"ltr"},
h("div",{class:"numbers"},lines),
cells.flatMap(rows=>rows.map(row=>h("div",{class:"line"},row))));
const paint=({displays,colors,timecode,assignment})=>{
[assignment,timecode].forEach((text,place)=>{if(lines[place])write(lines[place],text??"");});
displays.forEach((display,number)=>display.rows.forEach((row,line)=>row.forEach((text,place)=>{
const cell=cells[number]?.[line]?.[place];
if(!cell)return;
write(cell,text);
set(cell,{"data-color":colors[display.strip-1+place]??null});
})));
};
paint(panel);
return{element,paint};
}
return{makeViews,makeDisplay};
})();
const $surfaces_drawer=(()=>{
const{h,refill,set,write}=$base_dom;
const{single}=$base_signal;
const panel=$layout_panel;
const{reshaped,surfaces,touched,waited}=$store_surfaces;
const{moved}=$store_parameters;
const{ask}=$stream_api;
const{captionIn}=$surfaces_captions;
const{makeControl}=$surfaces_control;
const{makeFold}=$surfaces_fold;
const{makeDisplay,makeViews}=$surfaces_front;
const{say}=$words_say;
const VIRTUAL="faderd virtual";
const SOON=150;
const LATER=1200;
const SHAPE=["name","controls","id","kind","place","row","column","panel"];
const VIEWS=["pages","page","bank","width","strips","modifiers"];
const show=()=>panel.toggle("surfaces",make);
function make(){
const content=h("div",{class:"desks"});
let desks=[];
let shape="";
const each=act=>{for(const desk of desks)for(const one of desk.controls)act(one);};
const draw=()=>{
const rows=surfaces.list.map(({panel:shown})=>shown?.displays.map(display=>display.rows.map(row=>row.length)));
const now=JSON.stringify([surfaces.list,rows],SHAPE);
if(now!==shape){
shape=now;
each(one=>one.end());
desks=surfaces.list.map(makeDesk);
content.replaceChildren(...(desks.length?desks.map(desk=>desk.element):[h("p",{},say("surfaces.none"))]));
}
desks.forEach((desk,place)=>desk.update(surfaces.list[place]));
};
const readDisplays=single(async()=>{
try{
for(const{name,panel:shown}of await ask("GET","/v1/surfaces"))if(shown)desks.find(desk=>desk.name===name)?.display?.paint(shown);
}catch{
}
});
const timers={};
const readIn=delay=>{timers[delay]??=setTimeout(()=>{delete timers[delay];readDisplays();},delay);};
const repaint=({surface,control})=>each(one=>{
if(one.surface===surface&&one.control.id===control)one.paint();
});
const ends=[reshaped.on(draw),touched.on(repaint),waited.on(repaint),moved.on(all=>{
const ids=new Set(all.map(parameter=>parameter.id));
each(one=>{if(ids.has(one.control.parameter))one.request();});
if(desks.some(desk=>desk.display))[SOON,LATER].forEach(readIn);
}),()=>Object.values(timers).forEach(clearTimeout)];
draw();
return{title:say("surfaces.title"),content,closed:()=>{for(const end of ends)end();each(one=>one.end());} };
}
function whereabouts(surface){
if(surface.state==="connected")return surface.client===VIRTUAL?say("surfaces.virtual",{client:VIRTUAL}):surface.client;
return surface.refused?say("surfaces.refused"):say("surfaces.awaits",{match:surface.match});
}
function makeDesk(surface){
const grid=h("div",{class:"grid",dir:"ltr"});
const all=surface.controls??[];
let now=surface;
const columns=[...new Set(all.map(control=>control.place.column))].sort((a,b)=>a-b);
const cells=new Map();
const controls=all.map(control=>{
const{row,column}=control.place;
const place=`${row} ${column}`;
if(!cells.has(place)){
const cell=h("div",{class:"cell"});
cells.set(place,{row,column,cell});
grid.append(cell);
}
const one=makeControl(surface,control,captionIn(()=>now.controls));
cells.get(place).cell.append(one.element);
return one;
});
const columnOf=strip=>{
const own=["fader","encoder"].map(kind=>all.find(control=>control.id===`${kind}.${strip}`)).find(Boolean);
return own?columns.indexOf(own.place.column)+1:strip;
};
const display=makeDisplay(surface,columnOf);
const least=display?Math.max(1,...surface.panel.displays.map(one=>columnOf(one.strip+(one.rows[0]?.length??1)-1))):1;
const fold=makeFold(surface.name,[...cells.values()],least,count=>element.style.setProperty("--columns",String(count)));
const where=h("small"),heading=h("h3",{},h("bdi",{},surface.name),where);
const views=h("div",{class:"views",hidden:true});
let shown="";
const update=surface=>{
now=surface;
set(where,{class:surface.state});
write(where,whereabouts(surface));
const look=JSON.stringify(surface,VIEWS);
if(look!==shown){
shown=look;
const parts=makeViews(surface);
refill(views,parts);
set(views,{hidden:!parts.length});
}
display?.paint(surface.panel);
fold.update(surface.controls??[]);
controls.forEach((one,place)=>{one.control=surface.controls[place];one.paint();});
};
const element=h("section",{class:"desk","aria-label":say("surfaces.surface",{name:surface.name})},
heading,views,
h("div",{class:"scroll",tabindex:"0",role:"group","aria-label":say("surfaces.controls",{name:surface.name})},display?.element,grid),fold.button);
return{name:surface.name,element,controls,display,update};
}
return{show};
})();
const $layout_tree=(()=>{
const{h,iconButton,refill,set}=$base_dom;
const address=$base_address;
const{reshaped}=$store_parameters;
const{pages}=$store_pages;
const{isPageKey}=$store_scope;
const{groupOf,labelOf,onPage}=$layout_groups;
const{say}=$words_say;
const element=h("nav",{class:"tree","aria-label":say("tree.groups")});
const isOpen=()=>document.documentElement.hasAttribute("data-tree");
const toggle=iconButton("tree",say("tree.groups"),()=>{if(!close())show(true);},{class:"icon tree-toggle","aria-expanded":"false"});
function show(isShown){
document.documentElement.toggleAttribute("data-tree",isShown);
set(toggle,{"aria-expanded":String(isShown)});
}
function close(){
if(!isOpen())return false;
const hadFocus=element.contains(document.activeElement);
show(false);
if(hadFocus)toggle.focus({preventScroll:true});
return true;
}
function build(){
const groups=new Map();
for(const{id}of onPage()){
for(let group=groupOf(id);group;group=groupOf(group))groups.set(group,(groups.get(group)??0)+1);
}
const names=[...groups.keys()].sort((a,b)=>a<b?-1:1);
const at=address.get("at");
refill(element,[...(pages.names.length&&!isPageKey()?[select()]:[]),
h("ul",{},item("",say("tree.all"),onPage().length,0,at),names.map(name=>
item(name,labelOf(name),groups.get(name),name.split(".").length-1,at)))]);
}
function choose(key,value){
address.put(key,value);
if(key==="page")address.put("view","");
close();
}
function select(){
const list=h("select",{"data-key":"page","aria-label":say("tree.page"),onchange:()=>choose("page",list.value)},
["",...pages.names].map(value=>h("option",{value,selected:value===address.get("page")},value||say("tree.everything"))));
return list;
}
const item=(prefix,name,count,depth,at)=>h("li",{"data-depth":String(Math.min(depth,4))},
h("button",{"data-key":`/${prefix}`,"aria-current":prefix===at?"true":null,onclick:()=>choose("at",prefix)},
h("bdi",{},name),h("span",{class:"count"},String(count))));
function start(){
reshaped.on(build);
pages.changed.on(build);
address.changed.on(build);
addEventListener("pointerdown",event=>{if(!element.contains(event.target)&&!toggle.contains(event.target))close();});
}
return{element,toggle,close,start};
})();
const $layout_header=(()=>{
const{h,icon,iconButton,set,write}=$base_dom;
const address=$base_address;
const theme=$base_theme;
const{changed:connectionChanged}=$stream_live;
const{daemon}=$store_parameters;
const{isPageKey,scope}=$store_scope;
const mapping=$mapping_mode;
const history=$panels_history;
const snapshots=$panels_snapshots;
const surfaces=$surfaces_drawer;
const{block}=$layout_blocked;
const panel=$layout_panel;
const{tell}=$layout_toast;
const tree=$layout_tree;
const view=$layout_view;
const{say}=$words_say;
const LOCKED="faderd.locked";
const SYMBOLS={auto:"sun",dark:"moon",light:"sun",stage:"stage"};
const dot=h("span",{class:"dot","aria-hidden":"true"});
const state=h("span",{class:"state"});
const search=h("input",{
type:"search",class:"search",placeholder:say("header.search"),"aria-label":say("header.search-parameters"),"aria-keyshortcuts":"/",autocomplete:"off",spellcheck:"false",
oninput:()=>address.put("q",search.value),
onkeydown:event=>{if(event.key==="Escape"){event.preventDefault();clear();} },
});
const undo=iconButton("undo",say("undo"),()=>history.go("undo"),{"aria-keyshortcuts":"Control+Z"});
const redo=iconButton("redo",say("redo"),()=>history.go("redo"),{"aria-keyshortcuts":"Control+Shift+Z"});
const lock=iconButton("unlock",say("header.lock"),()=>toggleLock(),{"aria-pressed":"false"});
const look=iconButton("sun","",()=>{theme.next();drawLook();});
const openers={
snapshots:iconButton("camera",say("snapshots.title"),()=>snapshots.show(),{"data-opens":"snapshots"}),
history:iconButton("clock",say("history.title"),()=>history.show(),{"data-opens":"history"}),
surfaces:iconButton("desk",say("surfaces.title"),()=>surfaces.show(),{"data-opens":"surfaces"}),
};
const element=h("header",{class:"top"},h("h1",{class:"unseen"},"faderd"),tree.toggle,
h("div",{class:"connection",role:"status"},dot,state),search,
h("div",{class:"tools"},view.button,undo,redo,h("span",{class:"gap"}),...Object.values(openers),mapping.button,h("span",{class:"gap"}),lock,look));
function drawScope(){
if(isPageKey())for(const one of[redo,...Object.values(openers),mapping.button,tabs])one.remove();
}
function clear(){
search.value="";
address.put("q","");
search.blur();
}
function drawLook(){
const name=say(`header.theme.${theme.current()}`);
set(look,{"aria-label":name,title:name});
look.replaceChildren(icon(SYMBOLS[theme.current()]));
}
function toggleLock(){
if(isLocked())sessionStorage.removeItem(LOCKED);else sessionStorage.setItem(LOCKED,"yes");
drawLock();
tell(isLocked()?say("header.locked"):say("header.unlocked"));
}
function drawLock(){
const isLocked=document.documentElement.toggleAttribute("data-locked",sessionStorage.getItem(LOCKED)!==null);
const name=isLocked?say("header.unlock"):say("header.lock");
set(lock,{"aria-pressed":String(isLocked),"aria-label":name,title:name});
lock.replaceChildren(icon(isLocked?"lock":"unlock"));
block("locked",isLocked);
undo.disabled=isLocked||!history.next.undo;
redo.disabled=isLocked||!history.next.redo;
}
const isLocked=()=>document.documentElement.hasAttribute("data-locked");
function start(){
search.value=address.get("q");
drawLook();
drawLock();
scope.changed.on(drawScope);
connectionChanged.on(({state:now})=>{
write(state,say(`header.state.${now}`));
set(element.querySelector(".connection"),{title:daemon.version?`faderd ${daemon.version}`:null});
});
history.changed.on(()=>{
const focused=document.activeElement;
for(const[button,way,word]of[[undo,"undo",say("undo")],[redo,"redo",say("redo")]]){
const entry=history.next[way];
const name=entry?`${word}: ${history.name(entry)}`:word;
set(button,{"aria-label":name,title:name,disabled:isLocked()||!entry});
}
if([undo,redo].includes(focused)&&focused.disabled)(focused===undo?redo:undo).focus({preventScroll:true});
});
panel.changed.on(()=>{for(const[name,button]of Object.entries(openers))set(button,{"aria-expanded":String(panel.open()===name)});});
addEventListener("keydown",keys);
}
function keys(event){
if(document.querySelector("dialog[open]"))return;
const isWriting=event.target.closest?.("input, textarea, select");
if((event.ctrlKey||event.metaKey)&&!event.altKey&&event.key.toLowerCase()==="z"&&(!isWriting||isWriting.type==="radio")){
event.preventDefault();
if(!isLocked()&&!(event.shiftKey&&isPageKey()))history.go(event.shiftKey?"redo":"undo");
}else if(event.key==="/"&&!isWriting&&!event.ctrlKey&&!event.metaKey&&!event.altKey){
event.preventDefault();
search.focus();
search.select();
}else if(event.key==="Escape"&&(!isWriting||tree.element.contains(isWriting))){
if(tree.close()||isWriting)return;
if(address.get("q"))clear();else panel.close();
}
}
const tabs=h("nav",{class:"tabs","aria-label":say("header.views")},[
["values",say("header.values"),()=>panel.close(),"values"],["desk",say("header.surface"),()=>surfaces.show(),"surfaces"],["camera",say("snapshots.title"),()=>snapshots.show(),"snapshots"],
["clock",say("history.title"),()=>history.show(),"history"],
].map(([symbol,name,action,opens])=>{
const button=h("button",{"data-opens":opens,onclick:()=>{if(panel.open()!==opens)action();} },icon(symbol),h("span",{},name));
const draw=()=>set(button,{"aria-current":(panel.open()??"values")===opens?"page":null});
panel.changed.on(draw);
draw();
return button;
}));
return{element,start,tabs};
})();
const $layout_newer=(()=>{
const{joined}=$base_signal;
const{events}=$stream_live;
const own=document.querySelector("meta[name=faderd-web]").content;
const REST=1500;
let isWanted=false;
const isBusy=()=>document.querySelector(
"[data-dragged], .row input[type=text], .panel input[placeholder]:not(:placeholder-shown), dialog[open]")!==null;
function tryToReload(){
if(isBusy())return setTimeout(tryToReload,REST);
location.reload();
}
function start(){
const soon=joined(check,REST);
events.on(name=>{if(name==="state"&&!isWanted)soon();});
}
async function check(){
try{
const answer=await fetch("/",{method:"HEAD",cache:"no-store",credentials:"omit"});
const tag=answer.headers.get("ETag");
if(!answer.ok||!tag||tag===`"${own}"`||isWanted)return;
isWanted=true;
setTimeout(tryToReload,REST);
}catch{
}
}
return{start};
})();
const $mixer_awake=(()=>{
const view=$layout_view;
const{Signal}=$base_signal;
const changed=new Signal();
let lock=null;
let isAsking=false;
const isAwake=()=>lock!==null;
const isWanted=()=>view.current()==="mixer"&&!document.hidden;
function put(now){
lock=now;
document.documentElement.toggleAttribute("data-awake",isAwake());
changed.emit();
}
async function look(){
if(lock&&!isWanted())return lock.release();
if(lock||isAsking||!isWanted()||!navigator.wakeLock)return;
isAsking=true;
try{
const asked=await navigator.wakeLock.request("screen");
asked.addEventListener("release",()=>{put(null);look();});
put(asked);
}catch(error){
console.info(error);
}finally{
isAsking=false;
}
if(lock&&!isWanted())lock.release();
}
function start(){
view.changed.on(look);
document.addEventListener("visibilitychange",look);
look();
}
return{changed,isAwake,start};
})();
const $mixer_keys=(()=>{
const FOCUSABLE="[tabindex='0'], button, select";
const controlsOf=element=>[...element.querySelectorAll(FOCUSABLE)].filter(one=>!one.disabled&&one.checkVisibility());
function beside(control,by){
const strip=control.closest(".mixer-strip");
const next=by>0?strip.nextElementSibling:strip.previousElementSibling;
if(!next)return null;
next.fill();
const part=control.closest("[data-role]");
const same=part===control?null:next.querySelector(`[data-role="${CSS.escape(part.dataset.role)}"]`);
return(same&&controlsOf(same)[controlsOf(part).indexOf(control)])??next.name;
}
function along(control,by){
const all=controlsOf(control.closest(".mixer-strip"));
return all[all.indexOf(control)+by]??null;
}
function keys(event){
const control=event.target;
if(event.defaultPrevented||event.ctrlKey||event.metaKey||event.altKey||event.shiftKey||!control.matches(FOCUSABLE)||control.matches("select"))return;
const sideways={ArrowLeft:-1,ArrowRight:1}[event.key];
const upright={ArrowUp:-1,ArrowDown:1}[event.key];
const next=sideways?beside(control,sideways):upright?along(control,upright):null;
if(!sideways&&!upright)return;
event.preventDefault();
next?.focus({preventScroll:true});
next?.scrollIntoView({block:"nearest",inline:"nearest"});
}
return{keys};
})();
const $mixer_scale=(()=>{
const{h,set,write}=$base_dom;
const{marks}=$values_slider;
const shapeOf=({min,max,taper,unit})=>JSON.stringify([min,max,taper,unit]);
function makeScale(){
const unit=h("div",{class:"unit"});
const well=h("div",{class:"well upright"});
const element=h("div",{class:"scale","aria-hidden":"true"},h("div",{class:"head"}),h("div",{class:"switches"}),h("div",{class:"level"},unit,well),h("div",{class:"name"}));
let shown="";
const show=strips=>{
const counts=new Map();
const faders=strips.map(strip=>strip.roles.fader).filter(Boolean);
for(const fader of faders)counts.set(shapeOf(fader),(counts.get(shapeOf(fader))??0)+1);
const[most]=[...counts].reduce((best,one)=>one[1]>best[1]?one:best,["",0]);
for(const strip of strips)strip.toggleAttribute("data-common",!!strip.roles.fader&&shapeOf(strip.roles.fader)===most);
if(most===shown)return;
shown=most;
const fader=faders.find(one=>shapeOf(one)===most);
write(unit,fader?.unit??"");
well.replaceChildren(...(fader?[marks(fader.scale,true)]:[]));
set(element,{hidden:!fader});
};
return{element,show};
}
return{makeScale};
})();
const $mixer_meter=(()=>{
const{h,set}=$base_dom;
const{spell}=$base_number;
const{Scale}=$store_scale;
const STAY=1500;
const SPOKEN_REST=1000;
const LAW=[[0,-70],[2.5,-60],[7.5,-50],[15,-40],[30,-30],[50,-20],[115,6]];
const decibels=new Scale({min:-70,max:6,taper:{points:LAW.map(([deflection,level])=>[deflection/115,level])} });
class Meter{
#level=0;
#peak=0;
#falling=0;
#speaking=0;
#text="";
#bar=h("div",{class:"bar"});
#mark=h("div",{class:"peak"});
constructor(name){
this.element=h("div",{class:"meter",role:"meter","aria-label":name,"aria-valuemin":"0","aria-valuemax":"100","aria-valuenow":"0"},this.#bar,this.#mark);
this.#hold(0);
}
show(level,text){
[this.#level,this.#text]=[level,text];
this.#bar.style.transform=`scaleY(${(1 - level).toFixed(4)})`;
if(level>this.#peak)this.#hold(level);
else if(level<this.#peak)this.#falling||=setTimeout(()=>this.#hold(this.#level),STAY);
this.#speaking||=setTimeout(()=>{
this.#speaking=0;
set(this.element,{"aria-valuenow":String(Math.round(this.#level*100)),"aria-valuetext":this.#text});
},SPOKEN_REST);
}
showLevel(level){this.show(level<0?decibels.position(level):1,level===-Infinity?"−∞ dB":`${spell(level)} dB`);}
#hold(peak){
clearTimeout(this.#falling);
this.#falling=0;
this.#peak=peak;
this.#mark.style.transform=`translateY(${((1 - peak) * 100).toFixed(2)}%)`;
}
}
return{Meter};
})();
const $mixer_ring=(()=>{
const{makeRing}=$base_ring;
const{holdable}=$values_held;
const{Thumb}=$values_thumb;
const{beginOf}=$mixer_roles;
const TRAVEL=200;
class Ring extends HTMLElement{
#drag;
setUp(parameter,name,openField){
this.parameter=parameter;
this.thumb=new Thumb(parameter,name,openField,true);
this.thumb.element.className="turned";
this.drawing=makeRing();
this.thumb.element.append(this.drawing.element);
this.append(this.thumb.element);
this.addEventListener("wheel",event=>this.thumb.turn(event),{passive:false});
this.#drag=holdable(this,{
isUpright:true,travel:()=>TRAVEL,
grasp:()=>({id:parameter.id,parts:{"":parameter},thumb:this.thumb}),
});
return this;
}
paint(){
const held=this.parameter.step>0?undefined:this.#drag.positions[""];
this.drawing.show(held??this.parameter.position??0,beginOf(this.parameter));
this.thumb.speak();
}
}
customElements.define("fd-ring",Ring);
return{Ring};
})();
const $mixer_strip=(()=>{
const{h,icon,set}=$base_dom;
const{labelOf}=$layout_groups;
const{changed:levelsChanged,levelOf}=$store_levels;
const{parameters}=$store_parameters;
const{isAway}=$store_peers;
const{explain}=$panels_explain;
const{caption}=$values_captions;
const{hsl}=$values_color;
const{Field}=$values_field;
const{holdersOf}=$values_hand;
const{request,unwatch,watch}=$values_paint;
const{Slider}=$values_slider;
const{Standing}=$values_standing;
const{Choice,Switch,Trigger}=$values_words;
const{say}=$words_say;
const{Meter}=$mixer_meter;
const{Ring}=$mixer_ring;
const{rolesOf}=$mixer_roles;
const WEIGHT=3;
const LETTERS={mute:"M",solo:"S",record:"R"};
class Strip extends HTMLElement{
#parts=[];
#ends=[];
#dirty=new Set();
setUp(spec){
Object.assign(this,{spec,parameters:spec.ids.map(id=>parameters.get(id)).filter(Boolean)});
this.roles=rolesOf(this.parameters);
this.leveled=!this.roles.meter&&this.roles.fader?.hasLevel?this.roles.fader.id:null;
this.label=spec.ids.every(id=>id.startsWith(`${spec.label}.`))?labelOf(spec.label):spec.label;
const main=this.main=this.roles.fader??this.parameters[0];
this.hand=h("span",{class:"hand",hidden:true},icon("hand"));
this.name=h("button",{class:"name","data-role":"name",title:main.id,onclick:()=>explain(main,this.parameters)},h("bdi",{},this.label));
this.body=h("div",{class:"body"});
this.classList.add("mixer-strip");
set(this,{role:"group","aria-label":this.label,"data-id":main.id});
const{color}=[main,...this.parameters].find(one=>one.color)??{};
if(color)this.style.setProperty("--color",color);
this.append(this.body,this.hand,this.name);
return this;
}
shows({label,ids}){
const now=ids.map(id=>parameters.get(id)).filter(Boolean);
return label===this.spec.label&&now.length===this.parameters.length&&now.every((one,place)=>one===this.parameters[place]);
}
get isBusy(){return this.#parts.some(part=>part.field?.isBusy)||this.matches(":active, :has([data-dragged])");}
get isFilled(){return this.#parts.length>0;}
fill(){
if(this.isFilled)return;
const{fader,meter,rings,switches,others}=this.roles;
const add=(parameter,draw,what)=>this.#add(parameter,caption(parameter,this.label,this.spec.ids),draw,what);
this.body.replaceChildren(
h("div",{class:"head"},rings.map(one=>add(one,this.#ring)),others.map(one=>add(one,this.#other))),
h("div",{class:"switches"},switches.map(([one,what])=>add(one,this.#switch,what))),
h("div",{class:"level"},fader&&add(fader,this.#fader),meter&&add(meter,this.#meter),this.leveled&&this.#level(fader)));
for(const part of this.#parts)this.#dirty.add(part);
watch(this,()=>this.paint(),WEIGHT);
}
empty(){
if(!this.isFilled)return;
unwatch(this);
for(const end of this.#ends)end();
for(const part of this.#parts)part.field?.tearDown();
[this.#parts,this.#ends]=[[],[]];
this.#dirty.clear();
this.body.replaceChildren();
}
paint(){
for(const part of this.#dirty)part.paint();
this.#dirty.clear();
this.classList.toggle("is-away",isAway(this.main.id));
const holders=this.#parts.map(part=>part.holders).find(Boolean)??null;
if(this.hand.hidden===(holders!==null))this.hand.hidden=holders===null;
if(holders)set(this.hand,{title:holders});
}
#add(parameter,text,draw,what){
const isAlone=parameter===this.main||parameter.label!==this.label;
const name=isAlone?parameter.label:say("mixer.part",{strip:this.label,part:text});
const part=draw.call(this,parameter,name,text,what);
const parts=(parameter.parts??[]).map(id=>parameters.get(id)).filter(Boolean);
const ids=[parameter,...parts].map(one=>one.id);
const standing=new Standing();
const element=h("div",{class:`part ${part.kind}`,"data-role":part.role},...part.children,standing.element);
part.paint=()=>{
part.control?.paint();
part.field?.paint();
standing.paint(element,ids);
part.holders=holdersOf(parameter,ids);
element.classList.toggle("touched",part.holders!==null);
element.classList.toggle("is-away",isAway(parameter.id));
};
this.#parts.push(part);
for(const one of[parameter,...parts]){
this.#ends.push(one.changed.on(()=>{this.#dirty.add(part);request(this);}));
}
return element;
}
#opener(field){return()=>field.open(document.activeElement);}
#fader(parameter,name){
const field=new Field().setUp(parameter,name);
const control=new Slider().setUp(parameter,name,this.#opener(field),true);
return{kind:"fader",role:"fader",control,field,children:[field,h("div",{class:"well"},control)]};
}
#meter(parameter,name){
const meter=new Meter(name);
return{kind:"metering",role:"meter",control:{paint:()=>meter.show(parameter.position??0,parameter.text)},children:[meter.element]};
}
#level({id,label}){
const meter=new Meter(say("mixer.level",{name:label}));
const part={paint:()=>meter.showLevel(levelOf(id))};
this.#parts.push(part);
this.#ends.push(levelsChanged.on(ids=>{
if(!ids.has(id))return;
this.#dirty.add(part);
request(this);
}));
return h("div",{class:"part metering","data-role":"meter"},meter.element);
}
#ring(parameter,name,text){
const field=new Field().setUp(parameter,name);
const control=new Ring().setUp(parameter,name,this.#opener(field));
return{kind:"turning",role:`ring ${text}`,control,field,children:[control,captioned(text),field]};
}
#switch(parameter,name,text,what){
const control=new Switch().setUp(parameter,name,LETTERS[what]);
set(control.button,{title:text});
return{kind:`switch-part ${what}`,role:what,control,children:[control]};
}
#other(parameter,name,text){
const{kind}=parameter;
const extra=(control,...children)=>({kind:`extra ${kind}`,role:text,control,children});
if(kind==="trigger"){
const control=new Trigger().setUp(parameter,name,text);
return extra(control,control);
}
if(kind==="choice"){
const control=new Choice().setUp(parameter,name,true);
return extra(control,captioned(text),control);
}
if(kind==="toggle"){
const control=new Switch().setUp(parameter,name,text);
return extra(control,control);
}
const field=new Field().setUp(parameter,name);
const swatch=kind==="color"?makeSwatch((parameter.parts??[]).map(id=>parameters.get(id))):null;
return{...extra(swatch,captioned(text),...(swatch?[swatch.element]:[]),field),field};
}
}
const captioned=text=>h("span",{class:"caption","aria-hidden":"true",title:text},h("bdi",{},text));
function makeSwatch(parts){
const element=h("div",{class:"swatch","aria-hidden":"true"});
return{element,paint:()=>{element.style.backgroundColor=hsl(...parts.map(part=>part?.position??0));} };
}
customElements.define("fd-strip",Strip);
return{Strip};
})();
const $mixer_mixer=(()=>{
const{h}=$base_dom;
const address=$base_address;
const{shown}=$layout_groups;
const view=$layout_view;
const{parameters,reshaped}=$store_parameters;
const{pages}=$store_pages;
const{shownPage}=$store_scope;
const{follow}=$stream_live;
const{say}=$words_say;
const awake=$mixer_awake;
const{keys}=$mixer_keys;
const{makeScale}=$mixer_scale;
const{Strip}=$mixer_strip;
const PATIENCE=300;
const NARROWEST={mouse:56,finger:96};
const WIDEST=132;
const ROOMY=88;
const LINE=33;
const scale=makeScale();
const content=h("div",{class:"strips",role:"group","aria-label":say("mixer.strips"),onkeydown:keys});
const scroller=h("div",{class:"mixer"},scale.element,content);
const element=h("div",{class:"mixer-frame",dir:"ltr",hidden:true},scroller);
let strips=[];
let waiting=0;
const observer=new IntersectionObserver(entries=>{
for(const{target,isIntersecting}of entries){
if(isIntersecting)target.fill();
else if(!target.isBusy&&!target.contains(document.activeElement))target.empty();
}
},{root:scroller,rootMargin:"0px 100%"});
scroller.addEventListener("wheel",event=>{
const head=event.target.closest(".head");
if(event.defaultPrevented||event.ctrlKey||event.deltaX||(head&&head.scrollHeight>head.clientHeight))return;
scroller.scrollLeft+=event.deltaMode===0?event.deltaY:event.deltaY*LINE;
},{passive:true});
function wanted(){
const ids=new Set(shown().flatMap(([,list])=>list.map(parameter=>parameter.id)));
return(pages.strips(shownPage())??[]).filter(strip=>strip.ids.some(id=>parameters.has(id))&&strip.ids.some(id=>ids.has(id)));
}
function build(){
clearTimeout(waiting);
element.hidden=view.current()!=="mixer";
if(element.hidden)return show([]);
const isBusy=strips.some(strip=>strip.isBusy);
if(isBusy)waiting=setTimeout(build,PATIENCE);
show(isBusy?strips.map(strip=>strip.spec):wanted());
}
function show(specs){
const before=new Map(strips.map(strip=>[strip.spec.ids[0],strip]));
const held=document.activeElement;
const focused=held?.closest?.(".mixer-strip")?.spec.ids[0];
strips=specs.map(spec=>{
const old=before.get(spec.ids[0]);
return old&&(old.shows(spec)||old.isBusy)?old:new Strip().setUp(spec);
});
const kept=new Set(strips);
for(const strip of before.values()){
if(kept.has(strip))continue;
observer.unobserve(strip);
strip.empty();
}
const isSame=strips.length===content.children.length&&strips.every((strip,place)=>strip===content.children[place]);
if(!isSame)content.replaceChildren(...(strips.length||element.hidden?strips:[h("p",{class:"empty"},nothing())]));
for(const strip of strips)observer.observe(strip);
follow(strips.map(strip=>strip.leveled).filter(Boolean));
measure();
if(focused&&!content.contains(document.activeElement)){
(content.contains(held)?held:strips.find(strip=>strip.spec.ids[0]===focused)?.name)?.focus({preventScroll:true});
}
}
const nothing=()=>address.get("q")?say("mixer.no-match",{words:address.get("q")}):say("mixer.none");
function measure(){
if(element.hidden||!strips.length)return;
const most=count=>Math.max(0,...strips.map(count));
const isStage=document.documentElement.dataset.theme==="stage";
const least=(matchMedia("(pointer: coarse)").matches?NARROWEST.finger:NARROWEST.mouse)*(isStage?1.5:1);
const free=element.clientWidth-scale.element.offsetWidth;
const width=Math.min(isStage?WIDEST*1.5:WIDEST,Math.max(least,free/strips.length));
element.style.setProperty("--strip",`${width.toFixed(2)}px`);
element.style.setProperty("--rings",String(most(({roles})=>roles.rings.length)));
element.style.setProperty("--lines",String(most(({roles})=>roles.others.length)));
element.style.setProperty("--switches",String(most(({roles})=>Math.ceil(roles.switches.length/2))));
element.toggleAttribute("data-roomy",width>=ROOMY);
scale.show(strips);
}
function start(){
for(const signal of[reshaped,pages.changed,address.changed,view.changed])signal.on(build);
new ResizeObserver(measure).observe(element);
new MutationObserver(measure).observe(document.documentElement,{attributeFilter:["data-theme"]});
awake.start();
build();
}
return{content,element,start};
})();
const $main=(()=>{
const{h}=$base_dom;
const key=$stream_key;
const live=$stream_live;
const levels=$store_levels;
const parameters=$store_parameters;
const surfaces=$store_surfaces;
const targets=$store_targets;
const peers=$store_peers;
const pages=$store_pages;
const scope=$store_scope;
const address=$base_address;
const away=$layout_away;
const blocked=$layout_blocked;
const banner=$layout_banner;
const cards=$layout_cards;
const door=$layout_door;
const{pathOf}=$layout_groups;
const header=$layout_header;
const newer=$layout_newer;
const panel=$layout_panel;
const toast=$layout_toast;
const{language,say}=$words_say;
const tree=$layout_tree;
const view=$layout_view;
const mixer=$mixer_mixer;
const mapping=$mapping_mode;
const history=$panels_history;
const snapshots=$panels_snapshots;
const POLL=2000;
key.take();
document.documentElement.lang=language;
const main=h("main",{},cards.element,mixer.element);
const middle=h("div",{class:"middle"},tree.element,main,panel.element);
const whole=h("div",{class:"whole"},header.element,h("div",{},banner.element,away.element),middle,header.tabs);
document.body.replaceChildren(whole,door.element,toast.element);
setInterval(()=>{
if(live.status.state==="paused"&&!document.hidden)parameters.poll().catch(()=>{});
},POLL);
function title(){
const page=scope.shownPage();
const parts=[pages.pages.of(page)&&page,pathOf(address.get("at")).join(" · ")].filter(Boolean);
document.title=[...parts,"faderd"].join(" – ");
}
address.changed.on(title);
pages.pages.changed.on(title);
parameters.reshaped.on(title);
addEventListener("hashchange",()=>{
key.take();
live.retry();
});
for(const part of[scope,levels,parameters,surfaces,targets,peers,pages,view,away,cards,mixer,tree,history,snapshots,newer])part.start();
blocked.start([cards.element,mixer.content,panel.content]);
header.start();
mapping.start(cards.element);
banner.start(middle);
door.start(whole);
live.start();
title();
if(!isSecureContext&&!sessionStorage.getItem("faderd.plain")){
sessionStorage.setItem("faderd.plain","told");
toast.tell(say("lan.plain"));
}
return{};
})();

"""###),
("manifest.webmanifest", ###"""
{
  "id": "/",
  "name": "faderd",
  "short_name": "faderd",
  "start_url": "/",
  "scope": "/",
  "display": "standalone",
  "background_color": "#14161a",
  "theme_color": "#14161a",
  "icons": [
    {"src": "icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
    {"src": "icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "maskable"}
  ]
}

"""###),
("style/light.css", ###"""
:root{color-scheme:light;--ground:#f1f0ec;--card:#fffffe;--raised:#f4f3ef;--line:#dcdad3;--groove:#d5d3cb;--field:#fffffe;--text:#1b1f23;--muted:#59626b;--accent:#0b6e62;--on-accent:#fff;--fill:#2f9686;--held:#8f5300;--bad:#b3261e;--cap:#fff;--cap-line:#6a727a;--shadow:0 1px 3px #0003}

"""###),
("style/page.css", ###"""
:root{color-scheme:dark;--ground:#131517;--card:#1b1e21;--raised:#24282c;--line:#2e3338;--groove:#0c0d0f;--field:#0c0d0f;--text:#e9ebed;--muted:#a2abb4;--accent:#78c6b3;--on-accent:#0b1f1a;--fill:#4f9c8b;--held:#f2b763;--bad:#ff8f7d;--cap:#e4e7ea;--cap-line:#3b4147;--shadow:0 1px 2px #0007;--size:1rem;--row:2.75rem;--gap:1rem;--round:.625rem;--value:7.25rem;--numbers:"Inter","Cantarell",system-ui,sans-serif}:root[data-theme=stage]{--ground:#000;--card:#000;--raised:#16181a;--line:#3a3f44;--groove:#24282c;--field:#16181a;--text:#fff;--muted:#c3c9cf;--accent:#ffd479;--on-accent:#221800;--fill:#e0a93f;--held:#7fd8ff;--cap:#fff;--size:1.5rem;--row:4.25rem;--value:13rem}*{box-sizing:border-box}[hidden]{display:none !important}html{font:100%/1.35 system-ui,sans-serif;background:var(--ground);color:var(--text);-webkit-text-size-adjust:100%}body{margin:0;overflow-wrap:anywhere}h1,h2,h3,p,ul,ol,dl,dd{margin:0;padding:0}ul,ol{list-style:none}button,input,select{font:inherit;color:inherit}button{cursor:pointer;background:var(--raised);border:1px solid var(--line);border-radius:.4rem;padding:.35rem .8rem;min-height:2.25rem}button:hover:not(:disabled){border-color:var(--muted)}button:disabled{opacity:.4;cursor:default}button.main{background:var(--accent);color:var(--on-accent);border-color:transparent}@media (forced-colors:active){button.main{background:ButtonFace;color:ButtonText}}input,select{background:var(--field);border:1px solid var(--line);border-radius:.4rem;padding:.35rem .6rem;min-height:2.25rem;min-width:0}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}code{font:.95em ui-monospace,monospace}small,.hint{color:var(--muted);font-size:.82em}.symbol{width:1.3rem;height:1.3rem;fill:none;stroke:currentColor;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round;display:block}.icon{padding:.45rem;border-color:transparent;background:none;color:var(--muted);min-width:2.5rem;min-height:2.5rem;display:grid;place-items:center}.icon:hover:not(:disabled){color:var(--text);background:var(--raised)}.icon[aria-expanded=true],.icon[aria-pressed=true]{color:var(--accent);background:var(--raised)}.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}@media (pointer:coarse){:is(button,select,input:not([type=radio]),.radios span):not(.mixer-frame *){min-height:44px !important;min-width:44px !important}.thumb::before{inset:-.75rem -.95rem !important}}@media (prefers-reduced-motion:reduce){*,*::before,*::after{transition:none !important}}.whole{display:grid;grid-template-columns:minmax(0,1fr);grid-template-rows:auto auto 1fr;height:100dvh}.top{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;padding:.5rem var(--gap);border-bottom:1px solid var(--line);background:var(--ground)}.connection{display:flex;align-items:center;gap:.5rem;min-width:6.5rem;color:var(--muted);font-size:.875rem;white-space:nowrap}.connection .dot{flex:none;width:.6rem;height:.6rem;border-radius:50%;border:2px solid var(--muted)}[data-live=live] .connection .dot{background:var(--accent);border-color:var(--accent)}[data-live=lost] .connection{color:var(--bad)}[data-live=lost] .connection .dot{border-color:var(--bad)}.search{flex:1;max-width:26rem;min-width:6rem}.tools{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:.15rem;margin-inline-start:auto}.tools .gap{width:.75rem}.tree-toggle{display:none}.tabs{display:none}.banner{display:flex;align-items:center;gap:1rem;padding:.5rem var(--gap);background:var(--held);color:var(--ground)}.banner .count{font-variant-numeric:tabular-nums}.banner button{background:none;border-color:currentColor;color:inherit;margin-inline-start:auto}.banner.away{padding-block:.35rem;font-size:.9rem}.row.is-away,.mixer-strip.is-away,.mixer-strip:not(.is-away) .part.is-away{opacity:.45}.middle{position:relative;display:grid;grid-template-columns:13rem minmax(0,1fr) auto;min-height:0;grid-row:3}.tree{padding:var(--gap);overflow:auto;border-inline-end:1px solid var(--line);font-size:.9rem}.tree select{width:100%;margin-bottom:.75rem}.tree button{width:100%;display:flex;gap:.5rem;justify-content:space-between;border:0;background:none;text-align:start;padding:.35rem .6rem;min-height:2rem;color:var(--muted)}.tree button:hover{color:var(--text);background:var(--card)}.tree button[aria-current]{color:var(--text);background:var(--raised);box-shadow:inset 3px 0 var(--accent)}[dir=rtl] .tree button[aria-current]{box-shadow:inset -3px 0 var(--accent)}.tree .count{color:var(--muted);font-variant-numeric:tabular-nums}.tree [data-depth="1"]{padding-inline-start:.8rem}.tree [data-depth="2"]{padding-inline-start:1.6rem}.tree :is([data-depth="3"],[data-depth="4"]){padding-inline-start:2.4rem}main{overflow:auto;overflow-x:clip;padding:var(--gap);scrollbar-gutter:stable}.stale main,.stale .panel{opacity:.45}.cards{display:flex;gap:var(--gap);align-items:start;max-width:120rem;margin-inline:auto}.column{container:column / inline-size;font-size:var(--size);flex:1 1 0;min-width:0;display:grid;grid-template-columns:minmax(0,1fr);gap:var(--gap)}.card{background:var(--card);border:1px solid var(--line);border-radius:var(--round);padding:.4rem 1rem .6rem}.card h2{font-size:.8rem;font-weight:600;letter-spacing:.04em;color:var(--muted);padding:.5rem 0 .15rem}.empty{color:var(--muted);padding:2rem 0}.panel{width:25rem;max-width:46vw;overflow:hidden;display:grid;grid-template-rows:auto 1fr;border-inline-start:1px solid var(--line);background:var(--ground)}.panel[data-panel=surfaces]{width:max-content;min-width:25rem;max-width:62vw}[data-theme=stage] .panel[data-panel=snapshots]{width:36rem}.panel header{display:flex;align-items:center;justify-content:space-between;padding:.5rem var(--gap)}.panel h2{font-size:1.05rem;font-weight:600}.panel .body{overflow:auto;padding:0 var(--gap) var(--gap)}.toasts{position:fixed;inset-inline:0;bottom:1.5rem;display:grid;place-items:center;pointer-events:none;z-index:3}.toast{pointer-events:auto;display:flex;gap:1rem;align-items:center;max-width:min(42rem,92vw);padding:.6rem 1rem;border-radius:var(--round);background:var(--raised);border:1px solid var(--muted);box-shadow:0 6px 24px #0008}.door{max-width:36rem;margin:12vh auto;padding:0 1.5rem;display:grid;gap:1rem}dialog{background:var(--card);color:var(--text);border:1px solid var(--line);border-radius:var(--round);padding:1.25rem;max-width:min(28rem,92vw)}dialog::backdrop{background:#0009}dialog form{display:grid;gap:1rem}dialog .buttons{display:flex;gap:.5rem;justify-content:flex-end}@media (max-width:64rem){.middle{grid-template-columns:minmax(0,1fr) auto}.tree-toggle{display:grid}.tree{display:none}[data-tree] .tree{display:block;position:absolute;z-index:2;inset-block:0;inset-inline-start:0;width:min(18rem,80vw);background:var(--ground);box-shadow:8px 0 32px #0008}}@media (max-width:44rem){:root{--gap:.75rem}.whole{grid-template-rows:auto auto 1fr auto}.top{gap:.1rem;padding:.3rem .4rem}.top .icon{min-width:2.3rem}.tools{gap:0}.connection{min-width:0;padding:0 .35rem}.connection .state,.tools .gap,.tools [data-opens]{display:none}.search{min-width:2.5rem}.middle{grid-template-columns:minmax(0,1fr)}.panel,.panel[data-panel=surfaces]{position:absolute;inset:0;width:auto !important;min-width:0;max-width:none;border:0;z-index:1}.tabs{display:grid;grid-template-columns:repeat(4,1fr);grid-row:4;border-top:1px solid var(--line);padding-bottom:env(safe-area-inset-bottom);background:var(--ground)}.tabs button{border:0;background:none;display:grid;place-items:center;gap:.1rem;padding:.4rem 0;font-size:.75rem;color:var(--muted);min-height:3.5rem;border-radius:0}.tabs button[aria-current]{color:var(--accent);box-shadow:inset 0 2px var(--accent)}.toasts{bottom:4.5rem}}.row{display:grid;grid-template-columns:min(var(--label),42cqi) minmax(0,1fr) fit-content(calc(var(--value) * 1.4));gap:0 1rem;align-items:center;min-height:var(--row);padding:.3rem .4rem;margin-inline:-.4rem;font-size:var(--size);content-visibility:auto;contain-intrinsic-size:auto var(--row)}.row + .row{border-top:1px solid color-mix(in srgb,var(--line) 55%,transparent)}.row .label{display:flex;align-items:center;gap:.4rem;min-width:0;flex-wrap:wrap}.row .name{border:0;background:none;padding:.2rem 0;text-align:start;min-height:1.75rem;min-width:1.75rem;color:var(--text);overflow:hidden;text-overflow:ellipsis}.row .name:hover{text-decoration:underline;text-underline-offset:.25em;text-decoration-color:var(--muted)}.row .by{font-size:.72rem;color:var(--muted);flex-basis:100%;margin-top:-.35rem}.hand{color:var(--held)}.hand .symbol{width:1.1em;height:1.1em}.row .message{grid-column:2 / -1;text-align:end;font-size:.82rem;color:var(--muted);padding-block:.15rem .25rem}.row:has([aria-invalid=true]) .message{color:var(--bad)}.standing{grid-column:1 / -1;display:flex;flex-wrap:wrap;gap:.1rem 1rem;font-size:max(.8rem,.62em);color:var(--muted);padding-block:.05rem .3rem}.standing li{display:flex;gap:.4rem;align-items:baseline;min-width:0}.standing .symbol{width:1.05em;height:1.05em;flex:none;align-self:center}.standing [data-toward=down] .symbol{transform:scaleY(-1)}.standing .waits{color:var(--held)}.standing .failing{color:var(--bad)}.ghost{position:absolute;left:-.5rem;top:0;width:1rem;height:1.6rem;border:2px dashed var(--held);border-radius:.28rem;color:var(--held);pointer-events:none;transition:transform 45ms linear}.ghost .symbol{position:absolute;top:50%;left:calc(100% + .05rem);width:1.1rem;height:1.1rem;margin-top:-.55rem;stroke-width:2.4}.ghost[data-toward=down] .symbol{left:auto;right:calc(100% + .05rem);transform:scaleX(-1)}.row.toggle fd-switch,.row.choice fd-choice,.row.trigger fd-trigger,.row.text fd-field{grid-column:2 / -1;justify-self:end;max-width:100%}fd-field{display:block;text-align:end}fd-choice{min-width:0}.row select{max-width:100%}.row>fd-field{min-width:var(--value)}fd-field input{width:0;min-width:100%}.value,fd-field input{text-align:end;font:500 1.06em/1.2 var(--numbers);font-variant-numeric:tabular-nums;min-height:2.25rem;padding:.3rem .55rem;border-radius:.4rem}.value{width:100%}button.value{border-color:transparent;background:none;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}button.value:hover{background:var(--raised)}.row.text fd-field{width:100%}button.value:empty::before{content:attr(data-empty);color:var(--muted);font-weight:400}.row.text button.value{white-space:pre-wrap}.row.range button.value{font-size:.9em;padding:0 .25rem;white-space:normal;text-wrap:balance;overflow-wrap:normal}[aria-invalid=true]{border-color:var(--bad);outline-color:var(--bad)}.row.range,.row.color{grid-template-columns:min(var(--label),42cqi) minmax(0,1fr) calc(var(--value) + 1.5rem)}.slider{display:block;position:relative;padding:.35rem .75rem 0;touch-action:pan-y;user-select:none;-webkit-user-select:none;cursor:ew-resize}.track{position:relative;height:1.6rem;container-type:inline-size}.groove,.fill{position:absolute;inset:50% 0 auto;height:.4rem;margin-top:-.2rem;border-radius:.2rem}.groove{background:var(--groove)}.fill{background:var(--fill);transform-origin:left;border-radius:0}.thumb{position:absolute;left:-.5rem;top:0;width:1rem;height:1.6rem;border-radius:.28rem;background:var(--cap);border:1px solid var(--cap-line);cursor:grab}.unheard .thumb{opacity:.35}.unheard .fill{display:none}.thumb::after{content:"";position:absolute;inset:0 calc(50% - 1px);background:var(--cap-line)}.thumb::before{content:"";position:absolute;inset:-.5rem -.75rem}.thumb,.fill{transition:transform 45ms linear}[data-much] :is(.thumb,.fill,.cap,.ghost){transition:none}[data-dragged] .thumb,[data-dragged] .fill{transition:none}[data-dragged] .thumb{cursor:grabbing}.thumb:focus-visible{outline-offset:3px}.touched .thumb{box-shadow:0 0 0 2px var(--card),0 0 0 4px var(--held)}.touched .name{color:var(--held)}.range .low{border-radius:.28rem 0 0 .28rem;transform-origin:right}.range .low,.range .high{width:.75rem}.range .low{left:-.75rem}.range .high{left:0;border-radius:0 .28rem .28rem 0}.marks{position:relative;container-type:inline-size;height:1rem;font:.65rem/1 var(--numbers);font-variant-numeric:tabular-nums;color:var(--muted);pointer-events:none}.marks:empty{height:.35rem}.marks span{position:absolute;top:.2rem;transform:translateX(-50%);white-space:nowrap}.marks span::before{content:"";position:absolute;left:50%;top:-.5rem;height:.25rem;border-inline-start:1px solid var(--muted);opacity:.6}.marks :not([data-from="9"]){display:none}@container (min-width:11em){.marks [data-from="11"]{display:inline}}@container (min-width:14em){.marks [data-from="14"]{display:inline}}@container (min-width:17em){.marks [data-from="17"]{display:inline}}@container (min-width:22em){.marks [data-from="22"]{display:inline}}[data-theme=stage] :is(.track,.thumb,.ghost){height:2.4rem}[data-theme=stage] :is(.thumb,.ghost){width:1.5rem;left:-.75rem}[data-theme=stage] .range .low{width:1.1rem;left:-1.1rem}[data-theme=stage] .range .high{width:1.1rem;left:0}[data-theme=stage] :is(.groove,.fill){height:.7rem;margin-top:-.35rem}[data-theme=stage] .marks{font-size:.85rem;height:1.2rem}[data-theme=stage] .value{font-size:1.35em}[data-theme=stage] .row.range .value{font-size:1em}.switch{display:inline-flex;align-items:center;gap:.6rem;border-color:transparent;background:none;padding:.3rem .55rem}.switch:hover{background:var(--raised)}.switch .lamp{width:2.4rem;height:1.35rem;border-radius:1rem;background:var(--groove);border:1px solid var(--muted);position:relative}.switch .lamp::after{content:"";position:absolute;inset:.14rem auto auto .16rem;width:.95rem;height:.95rem;border-radius:50%;background:var(--muted);transition:transform 120ms ease-out}.switch[aria-checked=true] .lamp{background:var(--fill);border-color:var(--fill)}.switch[aria-checked=true] .lamp::after{transform:translateX(1.06rem);background:var(--cap)}.switch .word{order:-1;min-width:3.5rem;text-align:end;font-weight:500}.press{display:inline-flex;align-items:center;gap:.6rem;padding:.3rem .8rem;min-width:7rem;min-height:2.25rem}.press .lamp{width:.7rem;height:.7rem;border-radius:50%;background:var(--groove);border:1px solid var(--muted)}.press.running .lamp{background:var(--fill);border-color:var(--fill)}.radios{display:flex;flex-wrap:wrap;gap:.25rem;justify-content:flex-end}.radios label{position:relative;display:grid}.radios input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}.radios span{padding:.42rem .8rem;border:1px solid var(--line);border-radius:.4rem;color:var(--muted);background:var(--raised);min-height:2.25rem}.radios :checked + span{color:var(--on-accent);background:var(--accent);border-color:var(--accent);font-weight:600}.radios :focus-visible + span{outline:2px solid var(--accent);outline-offset:2px}fd-color{display:grid;grid-template-columns:2.5rem 1fr;gap:.5rem;align-items:stretch}fd-color .swatch{border-radius:.4rem;border:1px solid var(--muted)}fd-color .part{display:grid;grid-template-columns:.9rem 1fr;align-items:center;font-size:.7rem;color:var(--muted)}fd-color .slider{padding-block:.1rem}fd-color .fill,fd-color .marks{display:none}fd-color .groove{height:.6rem;margin-top:-.3rem}@container column (max-width:30em){.row,.row.range,.row.color{grid-template-columns:minmax(0,1fr) fit-content(60%);padding:.35rem .4rem .5rem;min-height:44px}.row>fd-slider,.row>fd-range,.row>fd-color{grid-column:1 / -1;grid-row:2}.row>fd-field,.row.toggle fd-switch,.row.trigger fd-trigger{grid-column:2;grid-row:1;min-width:min(7rem,60cqi)}.row.choice fd-choice{grid-column:1 / -1;grid-row:2}.row.text fd-field{grid-column:2;grid-row:1;max-width:60cqi}.row .message{grid-column:1 / -1}button.value{white-space:normal}.row .name,.value,fd-field input,.switch,.press{min-height:44px}.radios span,.row select{min-height:44px;display:grid;align-items:center}.track,.thumb,.ghost{height:2rem}.slider{padding-block:.4rem .1rem}}@media (forced-colors:active){.groove,.slit{border:1px solid CanvasText}.fill{background:Highlight;forced-color-adjust:none}.thumb{background:ButtonText;forced-color-adjust:none;border:1px solid Canvas}.ghost{border-color:Highlight;color:CanvasText}.touched .thumb{outline:3px double Highlight}.radios :checked + span{background:Highlight;color:HighlightText;forced-color-adjust:none}.switch .lamp::after{background:ButtonText;forced-color-adjust:none}.switch[aria-checked=true] .lamp{background:Highlight;forced-color-adjust:none}fd-color .swatch,fd-color .groove{forced-color-adjust:none}.connection .dot,.cap,.led.lit{forced-color-adjust:none}.tree button[aria-current],.tabs button[aria-current],.icon[aria-expanded=true],.icon[aria-pressed=true]{outline:2px solid Highlight;outline-offset:-2px}:is(.tree button,.tabs button,.icon):focus-visible{outline:3px solid ButtonText;outline-offset:1px}}.line{display:flex;align-items:center;gap:.6rem;padding-bottom:.75rem}.line label{color:var(--muted);font-size:.875rem;white-space:nowrap}.line input{flex:1}.line input[size]{flex:none;text-align:end;font-variant-numeric:tabular-nums}.snapshots>li,.events>li{border-top:1px solid var(--line);padding:.7rem 0}.show{display:grid;grid-template-columns:2fr 3fr;gap:.5rem;padding-bottom:1rem;font-size:var(--size)}.show button,.snapshots .recall{display:flex;gap:.1rem .7rem;align-items:center;text-align:start;min-height:3.5rem;width:100%}.show button{flex-direction:column;align-items:flex-start;justify-content:center;padding:.5rem .9rem;font-size:.85em}.show .which{font-size:1.25em;font-weight:600}.show .hint{grid-column:1 / -1}.snapshots>li:not(.empty){display:grid;grid-template-columns:auto minmax(0,1fr)}.snapshots>li>:not(.grip,.recall){grid-column:1 / -1}.grip{display:grid;place-items:center;min-width:2.75rem;color:var(--muted);cursor:grab;touch-action:none}.snapshots>.above{box-shadow:0 -3px var(--accent)}.snapshots>.below{box-shadow:0 3px var(--accent)}.snapshots .recall{font-size:var(--size);font-weight:600;min-height:2.75rem}.snapshots .recall .which{flex:1}.snapshots .number{color:var(--muted);font-weight:400;font-variant-numeric:tabular-nums;min-width:1.2em}.snapshots .current .recall{border-color:var(--accent);box-shadow:inset 4px 0 var(--accent)}[dir=rtl] .snapshots .current .recall{box-shadow:inset -4px 0 var(--accent)}.snapshots .mark{font-size:.75em;font-weight:500;color:var(--accent)}.snapshots .what{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.2rem 1rem;align-items:center;padding-top:.4rem}.snapshots .fade{display:flex;gap:.4rem;align-items:center;font-size:.82rem;color:var(--muted)}.snapshots .fade input{text-align:end;font-variant-numeric:tabular-nums;color:var(--text)}.snapshots .buttons{display:flex;flex-wrap:wrap;gap:.35rem;padding-top:.5rem;font-size:.875rem}.snapshots .buttons button{padding-inline:.6rem}.differences{padding-top:.6rem;font-size:.875rem}.differences small{display:block}.differences select{max-width:100%}.unbroken{white-space:nowrap}.toast,.events,.differences{overflow-wrap:break-word}[data-theme=stage] .show button{min-height:6rem}[data-theme=stage] .snapshots .recall{min-height:4.5rem}dl{display:grid;grid-template-columns:minmax(4rem,auto) minmax(0,1fr);gap:.3rem 1rem}dt{color:var(--muted)}dd{text-align:end;font-variant-numeric:tabular-nums}.explain{display:grid;gap:1rem}.explain h3{font-size:.875rem;color:var(--muted);font-weight:600}.events>li{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:.1rem .8rem;align-items:start;font-size:.875rem;padding:.5rem 0}.events time{color:var(--muted);font-variant-numeric:tabular-nums}.explain .events>li>span{grid-column:2;color:var(--muted)}.explain .events .count{grid-column:3;grid-row:1}.explain .together{display:flex;flex-wrap:wrap;gap:.4rem}.history .ways{display:grid;gap:.3rem}.history .changes{font-variant-numeric:tabular-nums}@media (max-width:44rem){.history .ways{grid-column:2 / -1;grid-auto-flow:column;justify-content:start;padding-top:.3rem}}.history .none{color:var(--muted);font-style:italic}.history .undone .changes{color:var(--muted);text-decoration:line-through}.history .undone small{display:inline-block;text-decoration:none}.desk{padding-bottom:1.25rem}.desk h3{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:baseline;font-size:.95rem;padding:.25rem 0 .6rem}.desk .scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:var(--round);padding:.75rem}.desk .views{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;padding-bottom:.6rem;font-size:.875rem}.desk .bank{display:flex;gap:.5rem;align-items:center}.desk .bank button{min-width:2rem}.display{display:grid;gap:.15rem;margin-bottom:.75rem;font-size:.75rem}.display .numbers{display:flex;justify-content:space-between;min-height:0;color:var(--accent)}.display .line,.desk .grid{display:grid;grid-template-columns:repeat(var(--columns),minmax(3.6rem,1fr));grid-auto-columns:minmax(3.6rem,1fr);gap:.6rem .2rem}.display .line{padding:0;grid-auto-flow:column}.display code{white-space:pre}.display .cell-text{background:var(--field);border:1px solid var(--line);border-bottom-width:3px;border-radius:3px;padding:.1rem .2rem;overflow:hidden}.display [data-color=red]{border-bottom-color:#e23}.display [data-color=green]{border-bottom-color:#2a5}.display [data-color=yellow]{border-bottom-color:#db0}.display [data-color=blue]{border-bottom-color:#36f}.display [data-color=magenta]{border-bottom-color:#c3c}.display [data-color=cyan]{border-bottom-color:#0bc}.display [data-color=white]{border-bottom-color:#ccc}.cell{display:grid;gap:.4rem;justify-items:center;align-content:start}.control{contain:inline-size;width:100%;display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;gap:.15rem;font-size:.7rem}.control .under{max-width:100%;color:var(--muted);text-align:center;hyphens:auto}.control .under.value{color:var(--text);padding:0;min-height:0;width:auto;font-size:.72rem;text-align:center}.control.free>:first-child{opacity:.45}.fold{margin-top:.6rem;font-size:.875rem}.strip{width:100%;height:clamp(10rem,34vh,20rem);padding:1rem 0;display:grid;justify-items:center}.travel{position:relative;width:2.4rem;height:100%;container-type:size}.slit{position:absolute;inset:-.7rem calc(50% - .15rem);background:var(--groove);border-radius:.15rem}.cap{position:absolute;left:0;top:-.7rem;width:100%;height:1.4rem;border-radius:.25rem;background:linear-gradient(transparent 44%,var(--cap-line) 44% 56%,transparent 56%),var(--cap);box-shadow:var(--shadow),0 0 0 1px var(--cap-line);transition:transform 45ms linear}.cap.waits{background:none;box-shadow:none;border:2px dashed var(--held)}.under.wait:empty{display:none}.under.wait{color:var(--held)}.held .cap:not(.waits){box-shadow:0 0 0 2px var(--card),0 0 0 4px var(--held)}.held .under:first-of-type{color:var(--held);text-decoration:underline}.ring{width:3rem;height:3rem;fill:none;stroke-width:3;stroke-linecap:round}.ring .unlit{stroke:var(--groove)}.ring .lit{stroke:var(--fill)}.ring .knob{fill:var(--raised);stroke:var(--cap-line);stroke-width:1}.ring .pointer{stroke:var(--text);stroke-width:2;transform-origin:20px 20px}.held .knob{stroke:var(--held);stroke-width:2}.led{width:2.4rem;height:1.4rem;border-radius:.3rem;border:1px solid var(--muted);background:var(--groove)}.led.lit{background:var(--accent);border-color:var(--accent);box-shadow:inset 0 0 0 3px var(--card),inset 0 0 0 20px var(--accent)}@media print{.whole{display:block;height:auto}.top,.tree,.panel,.tabs,.banner,.toasts{display:none !important}.middle,.cards{display:block}main{overflow:visible;padding:0}.card{break-inside:auto;margin-bottom:1rem}.row{break-inside:avoid;content-visibility:visible}.groove,.fill,.thumb,.swatch,.radios span,.switch .lamp,.switch .lamp::after{print-color-adjust:exact}}.mapper{display:grid;gap:1rem}.mapper form.keys{display:grid;gap:.6rem;border-top:1px solid var(--line);padding-top:1rem}.mapper form.keys label,.mapped label{display:grid;gap:.2rem;font-size:.875rem}.mapper label.check{display:flex;gap:.5rem;align-items:center;min-height:2.75rem}.mapper label.check input{width:1.25rem;height:1.25rem;min-height:0}.mapper .offers{display:flex;flex-wrap:wrap;gap:.4rem 1rem}.mapper .problem{color:var(--bad);white-space:pre-line}.mapped{display:grid;gap:.75rem}.mapped li{display:grid;gap:.4rem}dialog.mapping{max-width:min(44rem,94vw)}dialog.mapping pre.diff{margin:0;padding:.6rem;max-height:40vh;overflow:auto;background:var(--field);border:1px solid var(--line);border-radius:.4rem;font:.85rem/1.4 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}.diff .added{color:var(--accent)}.diff .removed{color:var(--bad)}.diff .place{color:var(--muted)}:root[data-mapping] .cards .name{text-decoration:underline dashed var(--accent);text-underline-offset:.25em}@media (pointer:coarse){.mapper button,.mapper input,.mapper select,dialog.mapping button{min-height:2.75rem}}[data-view=mixer] main{display:flex;flex-direction:column;padding:0;overflow:hidden;scrollbar-gutter:auto}[data-view=mixer] main .hint{flex:none;padding:.1rem .5rem;font-size:.7rem;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}[data-view=mixer] .middle{grid-template-columns:minmax(0,1fr) auto}[data-view=mixer] .tree-toggle{display:grid}[data-view=mixer]:not([data-tree]) .tree{display:none}[data-view=mixer][data-tree] .tree{position:absolute;z-index:4;inset-block:0;inset-inline-start:0;width:min(18rem,80vw);background:var(--ground);box-shadow:8px 0 32px #0008}.mixer-frame,.row .toggles{--mute:#c6281f;--on-mute:#fff;--solo:#ffd23f;--on-solo:#1d1700;--record:#c6281f}.mixer-frame{position:relative;flex:1;min-height:0;--tap:1.75rem;--ring-height:4.9rem;--line-height:calc(var(--tap) + .9rem);--value-height:2.1rem;--least:8rem;--inset:.8rem}.mixer-frame[data-roomy]{--ring-height:3.2rem}@media (pointer:coarse){.mixer-frame{--tap:2.75rem;--value-height:2.75rem}.mixer-frame[data-roomy]{--ring-height:3.75rem}}[data-theme=stage] .mixer-frame{--tap:3.5rem;--value-height:3.2rem;--ring-height:5.6rem;--inset:1.1rem}.mixer{display:flex;height:100%;overflow:auto hidden;overscroll-behavior-x:contain}.strips{display:flex;flex:1 0 auto}.strips .empty{padding:2rem var(--gap)}.mixer-strip,.scale{display:flex;flex-direction:column;height:100%}.mixer-strip{position:relative;flex:none;width:var(--strip);border-inline-end:1px solid var(--line);background:var(--card);touch-action:pan-x;user-select:none;-webkit-user-select:none}.mixer-strip .body{display:contents}.mixer-strip .part{position:relative;min-width:0}.scale{position:sticky;left:0;z-index:2;flex:none;width:2.5rem;background:var(--ground);border-inline-end:1px solid var(--line)}.mixer .head{flex:0 1 calc(var(--rings,0) * var(--ring-height) + var(--lines,0) * var(--line-height));min-height:0;overflow:hidden auto;overscroll-behavior:contain;scrollbar-width:thin;touch-action:pan-x pan-y}.mixer .switches{flex:none;height:calc(var(--switches,0) * (var(--tap) + .3rem));display:grid;grid-template-columns:repeat(auto-fit,minmax(calc(50% - .05rem),1fr));grid-auto-rows:calc(var(--tap) + .3rem);gap:0 .1rem;padding-inline:.15rem;align-items:center}.mixer .level{position:relative;flex:1 0 max(var(--least) + var(--value-height),45%);display:flex;flex-direction:column;min-height:0}.mixer .name{flex:none;height:3rem}.mixer-strip .name{position:relative;display:grid;place-items:center;width:100%;padding:.45rem .15rem .1rem;border:0;border-radius:0;background:var(--raised);font-size:.7rem;line-height:1.15;font-weight:600;overflow:hidden;overflow-wrap:break-word;hyphens:auto;touch-action:pan-x}.mixer-strip .name::before{content:"";position:absolute;inset:0 0 auto;height:.35rem;background:var(--color,var(--muted));box-shadow:0 0 0 1px var(--line)}[data-roomy] .mixer-strip .name{font-size:.85rem}.mixer-strip .name bdi{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}.mixer-strip>.hand{position:absolute;z-index:1;bottom:3.2rem;inset-inline-start:.15rem;border-radius:.3rem;background:var(--card);padding:.1rem}.mixer-strip :focus-visible{outline-offset:-2px}[data-theme=stage] .mixer :is(.mixer-strip .name,.caption,.unit){font-size:1.1rem}[data-theme=stage] .mixer .name{height:4rem}[data-theme=stage] .turning .ring{width:3.6rem;height:3.6rem}[data-theme=stage] .mixer-strip .extra :is(select,.press,.switch,.value,.caption,.word){font-size:1.1rem}.mixer-strip .value,.mixer-strip fd-field input{font-size:.72rem;line-height:1.05;letter-spacing:-.02em;text-align:center;padding:.1rem 0;min-height:0;height:var(--value-height);border-radius:.3rem}.mixer-strip button.value{white-space:normal;overflow-wrap:normal;text-wrap:balance}.mixer-strip fd-field{text-align:center}[data-roomy] .fader :is(.value,fd-field input){font-size:.95rem}.mixer-strip button.value{contain:strict}.mixer-strip fd-field{height:var(--value-height)}.mixer-strip .turning fd-field,.mixer-strip .extra fd-field{height:auto}.mixer-strip .part.fader{flex:1;display:flex;flex-direction:column;min-height:0}[data-theme=stage] .mixer-strip :is(.value,fd-field input){font-size:1.2rem}.scale .unit{flex:none;height:var(--value-height);display:grid;place-items:end;padding:0 .3rem .2rem;font-size:.7rem;color:var(--muted)}.well{position:relative;flex:1;min-height:0}.slider.upright{position:absolute;inset:0;padding:0;cursor:ns-resize;touch-action:none}.upright .track{position:absolute;z-index:1;inset:var(--inset) 0;height:auto;container-type:normal}.upright .carrier{position:absolute;inset:0;pointer-events:none;transition:transform 45ms linear}.upright .thumb{pointer-events:auto;transition:none}[data-much] .upright .carrier,[data-dragged] .carrier{transition:none}.upright :is(.groove,.fill){inset:0 auto 0 calc(50% - .2rem);width:.4rem;height:auto;margin:0;transform-origin:bottom}.upright .thumb{left:calc(50% - 1rem);top:-.7rem;width:2rem;height:1.4rem}.upright .thumb::after{inset:calc(50% - 1px) 0}.upright .thumb::before{inset:-.75rem -.5rem}.upright .ghost{left:calc(50% - 1rem);top:-.7rem;width:2rem;height:1.4rem}.upright .ghost .symbol{inset:auto auto 100% calc(50% - .55rem);margin:0;transform:rotate(-90deg)}.upright .ghost[data-toward=down] .symbol{inset:100% auto auto calc(50% - .55rem);transform:rotate(90deg)}[data-theme=stage] .upright :is(.thumb,.ghost){left:calc(50% - 1.6rem);top:-1rem;width:3.2rem;height:2rem}[data-theme=stage] .upright :is(.groove,.fill){left:calc(50% - .35rem);width:.7rem;margin:0;height:auto}.upright .marks{position:absolute;inset:var(--inset) 0;height:auto;container-type:size}.upright .marks span{left:0;top:auto;width:calc(50% - .4rem);padding-inline-end:.45rem;text-align:end;transform:translateY(50%)}.upright .marks span::before{left:auto;right:0;top:50%;width:.3rem;height:0;border-inline-start:0;border-top:1px solid var(--muted)}.scale .marks span{width:calc(100% - .1rem)}[data-common] .marks span{font-size:0}@container (min-height:11em){.upright .marks [data-from="11"]{display:inline}}@container (min-height:14em){.upright .marks [data-from="14"]{display:inline}}@container (min-height:17em){.upright .marks [data-from="17"]{display:inline}}@container (min-height:22em){.upright .marks [data-from="22"]{display:inline}}.mixer-strip .metering{position:absolute;inset:calc(var(--value-height) + var(--inset)) .3rem var(--inset) auto;width:.4rem;pointer-events:none}.meter{position:absolute;inset:0;overflow:hidden;border-radius:.1rem;background:linear-gradient(#e5483b 0 7%,#e8c02f 7% 22%,#3fae6a 22%)}.meter .bar{position:absolute;inset:0;background:var(--groove);transform-origin:top}.meter .peak{position:absolute;inset:0;border-top:2px solid var(--text)}.part.turning{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;align-content:center;height:var(--ring-height);padding:.1rem .15rem}fd-ring{display:block;touch-action:none;cursor:ns-resize;order:1}.turned{display:block;border-radius:50%}.turning .ring{display:block;width:2.4rem;height:2.4rem}.turning fd-field{order:2;width:100%}.turning :is(.value,fd-field input){height:1.5rem;font-size:.72rem}.touched .ring .knob{stroke:var(--held);stroke-width:2}.mixer-strip .caption{flex:none;max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:.68rem;line-height:1.2;color:var(--muted)}[data-roomy] .part.turning{grid-template:"ring caption" auto "ring value" auto / auto minmax(0,1fr);justify-items:start;column-gap:.3rem}[data-roomy] .turning fd-ring{grid-area:ring}[data-roomy] .turning .caption{grid-area:caption;align-self:end}[data-roomy] .turning fd-field{grid-area:value;text-align:start}[data-roomy] .turning :is(.value,fd-field input){text-align:start;padding-inline:.15rem}.part.extra{display:flex;flex-direction:column;justify-content:center;height:var(--line-height);padding-inline:.25rem}.mixer-strip .extra select{padding:0 .1rem}.mixer-strip .extra :is(select,.press,.switch,.value){width:100%;min-width:0;min-height:0;height:var(--tap);padding-inline:.2rem;padding-block:0;font-size:.72rem}.mixer-strip .extra .swatch{height:.7rem;border:1px solid var(--muted);border-radius:.2rem}@media (pointer:coarse){.turning .ring{width:2.75rem;height:2.75rem}.turning :is(.value,fd-field input){height:2.75rem}.mixer-strip .extra .value{height:var(--tap)}}:is(.mixer-strip,.toggles) :is(.switch,.press){display:grid;grid-auto-flow:column;grid-template-columns:auto minmax(0,1fr);justify-content:center;align-items:center;gap:.1rem .25rem;width:100%;min-width:0;height:var(--tap);min-height:0;padding:0 .25rem;border:1px solid var(--line);border-radius:.3rem;background:var(--raised);font-size:.8rem;font-weight:600;touch-action:manipulation}:is(.mixer-strip,.toggles) :is(.switch,.press) .lamp{width:.5rem;height:.5rem;border:1px solid currentColor;border-radius:50%;background:none}:is(.mixer-strip,.toggles) .switch .lamp::after{content:none}.mixer-strip .switch .caption{color:inherit;font-size:inherit}:is(.mixer-strip,.toggles) .switch[aria-checked=true]{background:var(--on,var(--accent));color:var(--on-ink,var(--on-accent));border-color:transparent}:is(.mixer-strip,.toggles) .switch[aria-checked=true] .lamp{background:currentColor}.mixer-strip .press.running .lamp{background:var(--fill)}.mixer-strip .press .word{display:none}.mixer-strip .press.running .word{display:inline}.mixer-strip .press.running .caption{display:none}:is(.mixer-strip .switches,.toggles) .word{display:none}.row.with-toggles{grid-template-columns:var(--label) minmax(0,1fr) fit-content(calc(var(--value) * 1.4)) auto}.row .toggles{display:flex;gap:.3rem;--tap:2.25rem}.row .toggles .switch{padding-inline:.6rem}@container column (max-width:30em){.row.with-toggles{grid-template-columns:minmax(0,1fr) fit-content(60%)}.row .toggles{grid-column:1 / -1;justify-content:flex-end;--tap:2.75rem}}.mixer-strip .switches .switch{grid-auto-flow:row;grid-template-columns:minmax(0,1fr);justify-items:center;align-content:center;gap:.15rem;line-height:1}.mixer-strip .switches .lamp{width:.85rem;height:.3rem;border-radius:.15rem}.row .toggles fd-switch{display:block}.mute{--on:var(--mute);--on-ink:var(--on-mute)}.solo{--on:var(--solo);--on-ink:var(--on-solo)}.record{--on:var(--record);--on-ink:var(--on-mute)}.mixer-strip .record .lamp{color:#ff5a4d}.mixer-strip .record [aria-checked=true] .lamp{color:#fff}.mixer-strip .extra.toggle .switch{grid-template:"lamp caption" auto "lamp word" auto / auto minmax(0,1fr);justify-items:start;height:calc(var(--tap) + .5rem)}.mixer-strip .extra.toggle .lamp{grid-area:lamp}.mixer-strip .extra.toggle .caption{grid-area:caption;font-size:.72rem;align-self:end}.mixer-strip .extra.toggle .word{grid-area:word;order:0;min-width:0;max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;text-align:start;font-size:.68rem;font-weight:400;align-self:start}.mixer-strip .standing{position:absolute;inset:.1rem .1rem auto auto;flex-direction:column;padding:0;font-size:.95rem}.mixer-strip .fader .standing{inset:calc(var(--value-height) + .1rem) auto auto .1rem}.mixer-strip .standing li span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}.mixer-frame>.message{position:absolute;z-index:3;top:.5rem;inset-inline:.5rem;margin-inline:auto;width:fit-content;max-width:min(36rem,100%);padding:.45rem .9rem;border:1px solid var(--muted);border-radius:var(--round);background:var(--raised);box-shadow:0 6px 24px #0008}.mixer-frame:has([aria-invalid=true])>.message{border-color:var(--bad)}@media (max-height:30rem){.top{padding-block:.1rem}.mixer .name{height:2.75rem}}@media (forced-colors:active){.mixer-strip .switch[aria-checked=true]{background:Highlight;color:HighlightText;forced-color-adjust:none}.meter,.mixer-strip .name{forced-color-adjust:none}.mixer-strip .name{background:Canvas;color:CanvasText}}

"""###),
    ]
}
