/** Security headers of every answer. Which content may load what is decided here, once for each kind of answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const shared = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

/** JSON, errors, and whatever says nothing else: loads nothing, framed by nobody. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...shared,
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'cache-control': 'no-store',
}

/** The clinic's own PDFs, shown by the browser itself. */
export const documentHeaders: Readonly<Record<string, string>> = {
  ...shared,
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'cache-control': 'no-store',
}

/** What people uploaded: shown in a picture or saved, never opened as a page. */
export const uploadHeaders: Readonly<Record<string, string>> = {
  ...shared,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'no-store',
}

/** The name to save under, in the spelling of RFC 8187: no quotes, no accents and no line breaks reach the header. */
export function dispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const spelled = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${kind}; filename*=UTF-8''${spelled}`
}

/**
 * A page of the portal. Scripts come from the portal alone; style elements carry the nonce of this answer; style
 * attributes are allowed because the interface kit positions with them. `framed` lets the portal frame its own viewer,
 * `script` is the digest of the one script that the page carries inside, as the policy spells it.
 */
export function pageHeaders(
  nonce: string,
  { framed = false, script = null }: { framed?: boolean; script?: string | null } = {},
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    script === null ? "script-src 'self'" : `script-src 'self' '${script}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
  ].join('; ')
  return {
    ...shared,
    'content-security-policy': policy,
    // The identity check answers through the window that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cache-control': 'no-store',
  }
}

/** What every answer carries until its route says otherwise. */
export function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(apiHeaders)
  reply.header('x-request-id', request.id)
}

export function installHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply)
    done()
  })
  // A call that was under way when the server began to close would else leave its connection open behind its answer,
  // and the server would wait for that.
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
