/**
 * A modal, the form that the bot opens. Start with `openModal`.
 */

import { TYPE } from "./components.js";
import { el, icon } from "./dom.js";
import { makeField } from "./fields.js";
import { avatar } from "./seats.js";
import { renderText } from "./text.js";

/**
 * Shows the modal of `frame` to the person who asked for it; `channel` is where its answer goes.
 * It closes when the bot has taken it, or when the person leaves it.
 */
export function openModal(frame, channel, view) {
  const fields = [];
  const problem = el("p", { class: "modal-problem", role: "alert" });
  const submit = el("button", { type: "submit", class: "btn btn-primary" }, "Submit");
  const leave = () => dialog.close();
  const form = el(
    "form",
    { novalidate: true },
    renderHead(frame, view, leave),
    el(
      "div",
      { class: "modal-fields" },
      frame.components.map((component) => renderEntry(component, fields, view)),
    ),
    problem,
    el(
      "footer",
      {},
      el("button", { type: "button", class: "btn btn-quiet", on: { click: leave } }, "Cancel"),
      submit,
    ),
  );
  const dialog = el("dialog", { class: "modal", "aria-labelledby": "modal-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!check(fields)) return;
    submit.disabled = true;
    const values = valuesOf(fields);
    const reason = await view.interactions.submitModal(frame.user, channel, frame, values);
    submit.disabled = false;
    if (reason === null) leave();
    else problem.textContent = `${reason}. Try again.`;
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.node.focus();
}

function renderHead(frame, view, leave) {
  const close = {
    type: "button",
    class: "icon-button",
    "aria-label": "Close",
    on: { click: leave },
  };
  return el(
    "header",
    {},
    avatar(view.state.users.get(frame.user), view.state, "avatar-small"),
    el("h2", { id: "modal-title" }, frame.title),
    el("button", close, icon("close")),
  );
}

/** What goes out; radios of which none is picked are left out. */
function valuesOf(fields) {
  const pairs = fields.map((field) => [field.customId, field.read()]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== null));
}

/** Marks what has to be mended and takes the keyboard to the first such place. */
function check(fields) {
  const bad = fields.filter((field) => {
    const words = field.problem();
    field.complaint.textContent = words ?? "";
    field.box.classList.toggle("bad", words !== null);
    return words !== null;
  });
  bad[0]?.node.focus();
  return bad.length === 0;
}

function renderEntry(component, fields, view) {
  if (component.type === TYPE.text) return renderText(component.content, view);
  const inner = component.type === TYPE.label ? component.component : component.components?.[0];
  const label = component.label ?? inner?.label ?? "";
  const field = inner && makeField(inner, label, view);
  if (!field)
    return el("p", { class: "unknown-component" }, "This page does not know this kind of input.");
  field.complaint = el("p", { class: "field-complaint", role: "alert" });
  const needed = inner.required !== false && inner.type !== TYPE.checkbox;
  field.box = el(
    "div",
    { class: "field" },
    el(
      "label",
      { for: field.controlId },
      label,
      needed ? el("span", { class: "needed", title: "required" }, " *") : null,
    ),
    component.description ? el("p", { class: "field-description" }, component.description) : null,
    field.node,
    field.complaint,
  );
  fields.push(field);
  return field.box;
}
