// Small things that every page needs.

/** An element with properties and children; words are always text, never markup.
 * @param {string} tag @param {Record<string, any>} [facts] @param {...(Node | string)} children @returns {any} */
export function make(tag, facts = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list") /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** @param {string} id @returns {any} */
export function find(id) {
  return document.getElementById(id);
}

/** Asks the server. @param {string} path @param {any} [body] @returns {Promise<any>} */
export async function ask(path, body) {
  const given = body === undefined ? {} : { method: "POST", body: body instanceof Blob ? body : JSON.stringify(body) };
  const answer = await fetch(path, given);
  if (answer.headers.get("content-type")?.startsWith("application/json")) {
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error ?? "the server refuses");
    return found;
  }
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

/** What this browser remembers. @param {string} name @returns {any} */
export function remembered(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {any} value */
export function remember(name, value) {
  localStorage.setItem(name, JSON.stringify(value));
}

/** A sentence that goes away by itself. @param {string} words @param {string} [kind] */
export function tell(words, kind = "error") {
  const toast = make("div", { className: `toast ${kind}`, role: "status" }, words);
  document.body.append(toast);
  setTimeout(() => toast.remove(), 6000);
}

/** Offers a file to keep. @param {string} name @param {Blob} content */
export function keep(name, content) {
  const link = make("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function themes() {
  const chosen = remembered("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
  const dark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  for (const button of document.querySelectorAll("[data-act=theme]")) {
    button.addEventListener("click", () => {
      const next = dark() ? "light" : "dark";
      document.documentElement.dataset.theme = next;
      remember("theme", next);
    });
  }
}
themes();
