import { createHash } from 'node:crypto'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context/context.ts'
import type { Routes } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { isFromThisMachine } from '../../platform/http/address.ts'
import { mailSealer } from '../../platform/security/seal.ts'
import { findMessage, listNewest, type OutboxEntry, type OutboxState } from './mailing.sql.ts'
import { openBodies } from './seal-bodies.ts'

const maxShown = 200

const stateLabels: Record<OutboxState, string> = {
  queued: 'En espera',
  sending: 'Enviándose',
  sent: 'Enviado',
  expired: 'Vencido',
  parked: 'Apartado',
  withdrawn: 'Ya no era necesario',
}

const style = `body{margin:2rem auto;max-width:64rem;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color:#161d30;background:#fff}
a{color:#2a4db5}table{width:100%;border-collapse:collapse}th,td{padding:.5rem;border-bottom:1px solid #dfe4ee;text-align:left;vertical-align:top;overflow-wrap:anywhere}
iframe{width:100%;height:40rem;border:1px solid #dfe4ee}pre{padding:1rem;background:#f6f7fb;white-space:pre-wrap;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dt{color:#58627c}dd{margin:0}`

const styleHash = createHash('sha256').update(style).digest('base64')

const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
}

// Policy of the mail itself, as in a mail program: no script and no external image; links open a new window.
const bodyHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'cache-control': 'no-store',
}

async function openMessage({ db, config }: Context, id: string) {
  const message = await findRow(db, findMessage, { id: Number(id) })
  return message && openBodies(mailSealer(config.secrets), message)
}

/** Mounts the pages. Only for a demonstration on this machine, because the pages show all mails to any caller. */
export const outboxPages: Routes = (app, ctx) => {
  if (!ctx.config.demo || ctx.config.demoPublic) return
  const page = {
    exposeHeadRoute: false,
    // Callers through a proxy or over the network get 404.
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isFromThisMachine(request)) return reply.callNotFound()
    },
  }

  app.get('/dev/correo', page, async (_request, reply) =>
    sendPage(reply, 'Bandeja de salida', formatList(await ctx.db.run(listNewest, { limit_rows: maxShown }))),
  )

  app.get<{ Params: { id: string } }>('/dev/correo/:id(^[1-9]\\d{0,8}$)', page, async (request, reply) => {
    const message = await openMessage(ctx, request.params.id)
    return message ? sendPage(reply, message.subject, formatMessage(message)) : reply.callNotFound()
  })

  app.get<{ Params: { id: string } }>(
    '/dev/correo/:id(^[1-9]\\d{0,8}$)/html',
    page,
    async (request, reply) => {
      const message = await openMessage(ctx, request.params.id)
      if (!message) return reply.callNotFound()
      return reply.headers(bodyHeaders).type('text/html; charset=utf-8').send(message.body_html)
    },
  )
}

function sendPage(reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply
    .headers(pageHeaders)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
</main></body></html>`)
}

function formatTime(moment: Date): string {
  const { day, time } = santiago(moment)
  return `<time datetime="${moment.toISOString()}">${showDay(day)} ${time}</time>`
}

function formatList(entries: readonly OutboxEntry[]): string {
  if (entries.length === 0) return '<p>Aún no hay mensajes.</p>'
  const rows = entries.map(
    (entry) =>
      `<tr><td><a href="/dev/correo/${entry.id}">${escapeHtml(entry.subject)}</a></td><td>${escapeHtml(entry.recipient)}</td><td>${formatTime(entry.created_at)}</td><td>${stateLabels[entry.state]}</td></tr>`,
  )
  return `<p>Los mensajes más recientes primero; se muestran los últimos ${maxShown}.</p>
<table><thead><tr><th scope="col">Asunto</th><th scope="col">Para</th><th scope="col">Fecha</th><th scope="col">Estado</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>`
}

function formatMessage(message: OutboxEntry & { body_text: string; body_html: string }): string {
  const facts = `<p><a href="/dev/correo">Volver a la bandeja de salida</a></p>
<dl><dt>Para</dt><dd>${escapeHtml(message.recipient)}</dd><dt>Fecha</dt><dd>${formatTime(message.created_at)}</dd><dt>Estado</dt><dd>${stateLabels[message.state]}</dd></dl>`
  if (message.body_html === '') return `${facts}\n<p>El contenido de este mensaje ya se borró.</p>`
  return `${facts}
<h2>Mensaje</h2>
<iframe title="Mensaje" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/correo/${message.id}/html"></iframe>
<h2>Texto</h2>
<pre>${escapeHtml(message.body_text)}</pre>`
}
