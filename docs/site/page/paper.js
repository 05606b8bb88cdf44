// Games to watch lie on the paper that the page has, light or dark, also when it is changed by hand.
function tell() {
  const paper = document.body.getAttribute("data-md-color-scheme") === "slate" ? "dark" : "light";
  for (const frame of document.querySelectorAll(".replay iframe")) frame.contentWindow.postMessage(paper, "*");
}
for (const frame of document.querySelectorAll(".replay iframe")) frame.addEventListener("load", tell);
new MutationObserver(tell).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
tell();
