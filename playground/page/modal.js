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
  const cancel = el("button", { type: "button", class: "btn btn-quiet", on: { click: () => dialog.close() } }, "Cancel");
  const person = view.state.users.get(frame.user);
  const form = el(
    "form",
    { class: "modal-form", novalidate: true },
    el(
      "header",
      {},
      avatar(person, view.state, "avatar-small"),
      el("h2", { id: "modal-title" }, frame.title),
      el("button", { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => dialog.close() } }, icon("close")),
    ),
    el("div", { class: "modal-fields" }, frame.components.map((component) => renderEntry(component, fields, view))),
    problem,
    el("footer", {}, cancel, submit),
  );
  const dialog = el("dialog", { class: "modal", "aria-labelledby": "modal-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!check(fields)) return;
    submit.disabled = true;
    const values = Object.fromEntries(
      fields.map((field) => [field.customId, field.read()]).filter(([, value]) => value !== null),
    );
    const reason = await view.interactions.submitModal(frame.user, channel, frame, values);
    submit.disabled = false;
    if (reason === null) dialog.close();
    else problem.textContent = `${reason}. Nothing was sent; try again.`;
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.node.focus();
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
  if (!field) return el("p", { class: "unknown-component" }, "This page does not know this kind of input.");
  field.complaint = el("p", { class: "field-complaint", role: "alert" });
  const needed = inner.required !== false && inner.type !== TYPE.checkbox;
  field.box = el(
    "div",
    { class: "field" },
    el("label", { for: field.controlId }, label, needed ? el("span", { class: "needed", title: "required" }, " *") : null),
    component.description ? el("p", { class: "field-description" }, component.description) : null,
    field.node,
    field.complaint,
  );
  fields.push(field);
  return field.box;
}
