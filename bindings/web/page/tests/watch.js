// Runs before the page's own script, and records what the browser complains about.
window.complaints = [];
const complain = (...words) => window.complaints.push(words.map(String).join(" "));
addEventListener(
  "error",
  ({ message, target }) => complain(message ?? `not loaded: ${target.src ?? target.href}`),
  true,
);
addEventListener("unhandledrejection", ({ reason }) => complain(reason));
addEventListener("securitypolicyviolation", (event) =>
  complain(event.effectiveDirective, event.blockedURI),
);
console.error = complain;
