// Learning: a person moves a control, and sees what was heard and what will change.

import { h, write } from "../base/dom.js";
import { Refusal, headers } from "../stream/api.js";
import { parameters } from "../store/parameters.js";
import { surfaces } from "../store/surfaces.js";
import { say } from "../words/say.js";
import { modal, propose } from "./change.js";

/** Calls `take` with each line of an answer, as JSON. */
async function readLines(body, take) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = "";;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) take(JSON.parse(line));
  }
}

/** Listens for a control. Resolves to what was heard; null if the person gave up. */
async function listen({ id }, title, isForStrips) {
  const control = new AbortController();
  const hint = h("p", { role: "status" }, say("map.hint.begin"));
  let heard = null;
  const { dialog, done } = modal(title, [hint], [["", say("question.cancel")]], () => control.abort());
  try {
    const answer = await fetch("/config/learn", {
      method: "POST", headers: headers({ "Content-Type": "application/json" }), credentials: "omit", cache: "no-store",
      body: JSON.stringify({ parameter: id, strips: isForStrips }), signal: control.signal,
    });
    if (!answer.ok) throw new Refusal(answer.status, await answer.json().catch(() => null));
    await readLines(answer.body, line => {
      if (line.state === "heard") heard = line;
      else if (line.state === "failed") write(hint, line.detail);
      else write(hint, say(`map.hint.${line.state}`, { message: line.message ?? "" }));
    });
    if (heard) dialog.close("");
  } catch (error) {
    if (error.name !== "AbortError") write(hint, error.message);
  }
  await done;
  return heard;
}

/** The sentence that a surface shows a page other than the first, which has the strips; undefined if it does not. */
function otherPage(name) {
  const { page, pages: [first] = [page] } = surfaces.list.find(one => one.name === name) ?? {};
  return page === first ? undefined : say("map.other-page", { surface: name, page, first });
}

/**
 * Learns a control for a parameter, and writes it into the config if the person keeps it. `isForStrips`: the controls beside it learn the same of
 * the other strips, too.
 */
export async function learn(parameter, isForStrips = false) {
  const title = say(isForStrips ? "map.learn-strips-for" : "map.learn-for", { label: parameter.label });
  for (;;) {
    const heard = await listen(parameter, title, isForStrips);
    if (!heard) return;
    const { control, surface, message, features, was, advice, edits } = heard;
    const notes = [
      say("map.heard", { control: [surface, control ?? message].join(" "), what: [message, features].filter(Boolean).join(", ") }),
      was && say("map.was", { label: parameters.get(was)?.label ?? was }), advice, isForStrips && otherPage(surface),
    ].filter(Boolean);
    if (await propose(title, edits, { notes, again: say("map.again") }) !== "again") return;
  }
}
