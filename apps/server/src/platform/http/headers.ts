import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const shared = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

/** For JSON, errors and every response without headers of its own: it loads nothing, and no page may frame it. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...shared,
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'cache-control': 'no-store',
}

/**
 * For the images of the clinic, whose addresses change with their content. An SVG that is opened as a page can load and run nothing.
 * E-mail programs in browsers show the logo on pages of other origins.
 */
export const clinicImageHeaders: Readonly<Record<string, string>> = {
  ...shared,
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'cache-control': 'public, max-age=31536000, immutable',
}

/** For the service worker: what it loads counts against its own policy. The browser asks for it again at every visit. */
export const workerHeaders: Readonly<Record<string, string>> = {
  ...shared,
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
  'cache-control': 'no-cache',
}

export const documentHeaders: Readonly<Record<string, string>> = {
  ...shared,
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'cache-control': 'no-store',
}

/** For uploaded files: they are shown as an image or saved, never opened as a page. */
export const uploadHeaders: Readonly<Record<string, string>> = {
  ...shared,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'no-store',
}

/** Returns a `content-disposition` with the file name encoded by RFC 8187: no quotes, accents or line breaks reach the header. */
export function formatDisposition(kind: 'inline' | 'attachment', name: string): string {
  const spelled = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${kind}; filename*=UTF-8''${spelled}`
}

type SentFile = {
  readonly name: string
  readonly media_type: string
  readonly content: Readable | Uint8Array
}

export function sendUpload(reply: FastifyReply, { name, media_type, content }: SentFile) {
  return reply
    .headers(uploadHeaders)
    .header('content-disposition', formatDisposition('attachment', name))
    .type(media_type)
    .send(content)
}

export function sendDocument(
  reply: FastifyReply,
  { name, media_type, content }: SentFile,
  kind: 'inline' | 'attachment',
) {
  return reply
    .headers(documentHeaders)
    .header('content-disposition', formatDisposition(kind, name))
    .type(media_type)
    .send(content)
}

export const policyReportsPath = '/api/policy-reports'
const reportGroup = 'policy'

/**
 * Returns the headers of a page. Scripts may come only from the portal. Style elements need the nonce of this response; style
 * attributes are allowed, because the interface kit positions elements with them. Images come from the portal alone: those of
 * publications are copied when they are published. Text becomes markup only through the two named policies of Trusted Types (decision
 * record 073). `framed` lets the portal frame its own viewer. `scripts` are the digests of the page's inline scripts, as the policy
 * spells them. `isSecure` says that the portal's public address is https.
 */
export function pageHeaders(
  nonce: string,
  {
    framed = false,
    scripts = [],
    isSecure,
  }: { framed?: boolean; scripts?: readonly string[]; isSecure: boolean },
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    'trusted-types default inert worker',
    `report-uri ${policyReportsPath}`,
    // Browsers send reports of the newer kind only over https, and a browser that knows `report-to` ignores `report-uri`.
    ...(isSecure ? [`report-to ${reportGroup}`, 'upgrade-insecure-requests'] : []),
  ].join('; ')
  return {
    ...shared,
    'content-security-policy': policy,
    ...(isSecure ? { 'reporting-endpoints': `${reportGroup}="${policyReportsPath}"` } : {}),
    // The window of the identity check sends its result to the window that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cache-control': 'no-store',
  }
}

export function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(apiHeaders)
  reply.header('x-request-id', request.id)
}

export function installHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply)
    done()
  })
  // The connection of a request in progress would otherwise stay open after the response, and the closing server would wait
  // for it.
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
}
