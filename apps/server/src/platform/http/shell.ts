/** What no row of the contract answers: the web application, its shell and its static files, and the refusals. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Failure } from '@mi-portal/contract/failure'
import type { FastifyInstance } from 'fastify'
import { pageHeaders } from './headers.ts'
import { openMethods } from './open-methods.ts'

/** No call uses another method, so no path under `/api` or `/agenda` has it. */
const callMethods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE']

const noncePlaceholder = '__CSP_NONCE__'

/** The laboratory viewer is the only page of the portal that the portal frames. */
const framedPath = '/visor/'

/** The pages that carry the public notices on top: put there later, they would push away what is being read. */
const noticePages: ReadonlySet<string> = new Set(['/', '/olvido-contrasena'])

/** The identity check comes back here from a provider elsewhere: a stricter policy would part it from its opener. */
const returningPath = '/identidad/'

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** A block of data in the page's head. */
function withBlock(html: string, id: string, data: object): string {
  // In a script element only `<` could end it early.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return html.replace('</head>', () => `<script type="application/json" id="${id}">${text}</script></head>`)
}

/** The sign-in page as it stands in the shell until the application is there, with the script that completes it. */
const firstPage = /<!--first-page-->([\s\S]*)<!--\/first-page-->/

/** Names of settings in it give way to what this installation says. */
function fillFirstPage(picture: string, config: object): string {
  let filled = picture
  for (const [name, value] of Object.entries(config)) {
    if (typeof value !== 'string') continue
    filled = filled
      .replaceAll(`tel:{${name}}`, () => `tel:${escapeHtml(value.replace(/\s/g, ''))}`)
      .replaceAll(`{${name}}`, () => escapeHtml(value))
  }
  return filled
}

function digestOfScript(html: string): string | null {
  const script = /<script>([\s\S]+?)<\/script>/.exec(html)?.[1]
  return script === undefined ? null : `sha256-${createHash('sha256').update(script).digest('base64')}`
}

type Shell = {
  readonly html: string
  /** Of the script inside, as a content policy spells it; null where there is none. */
  readonly script: string | null
}

/**
 * The shell as built, with this installation's title and configuration in its head: with the sign-in page in it, and plain
 * for every other page.
 */
function fill(
  html: string,
  { title, config }: { title: string; config: object },
): { readonly first: Shell; readonly plain: Shell } {
  const titled = html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
  const shell = withBlock(titled, 'portal-config', config)
  const first = shell.replace(firstPage, (_, picture: string) => fillFirstPage(picture, config))
  return {
    first: { html: first, script: digestOfScript(first) },
    plain: { html: shell.replace(firstPage, ''), script: null },
  }
}

/** How long a page waits for its notices; later it asks for them itself. */
const noticesPatienceMs = 250

/** The public notices, or null where they are not to be had at once: a page comes without them, too. */
function atOnce(notices: () => Promise<object>): Promise<object | null> {
  const waited = new Promise<null>((resolve) => setTimeout(resolve, noticesPatienceMs, null).unref())
  return Promise.race([notices().catch(() => null), waited])
}

function headersOf(path: string, nonce: string, script: string | null): Record<string, string> {
  const headers = pageHeaders(nonce, { framed: path.startsWith(framedPath), script })
  return path.startsWith(returningPath)
    ? { ...headers, 'cross-origin-opener-policy': 'unsafe-none' }
    : headers
}

/** An address at which the application may have a page. */
function isPage(path: string): boolean {
  return !/^\/(api|agenda|health|metrics|dev|assets)(\/|$)/.test(path) && !/\.\w{2,5}$/.test(path)
}

/** The files below a folder as the paths of their addresses. */
function addressesBelow(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Set(
    files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length).replaceAll(sep, '/')),
  )
}

/**
 * Serves the built web application from `folder`. `settings` is what the browser may know of the configuration,
 * `notices` what stands on top of the public pages.
 * Hashed assets are kept for a year; the shell is never kept.
 */
export async function installShell(
  app: FastifyInstance,
  folder: string,
  settings: { title: string; config: object },
  notices: () => Promise<object>,
): Promise<void> {
  const file = join(folder, 'index.html')
  const shells = existsSync(file) ? fill(readFileSync(file, 'utf8'), settings) : null

  if (existsSync(folder)) {
    // One route for all of them: hundreds of routes would be a sixth of the start.
    const addresses = addressesBelow(folder)
    await app.register(fastifyStatic, {
      root: folder,
      serve: true,
      wildcard: true,
      allowedPath: (path) => addresses.has(path),
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
      },
    })
  }

  const methodsOf = openMethods(app)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const methods = methodsOf(path)
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', methods.join(', '))
      throw new Failure('methodNotAllowed')
    }
    if (/^\/(api|agenda)(\/|$)/.test(path) && !callMethods.includes(request.method))
      throw new Failure('methodNotAllowed')
    if (request.method !== 'GET' || !isPage(path)) throw new Failure('notFound')
    if (shells === null) throw new Failure('unavailable')
    const nonce = randomBytes(16).toString('base64url')
    const { html, script } = path === '/' ? shells.first : shells.plain
    const page = html.replaceAll(noncePlaceholder, nonce)
    const shown = noticePages.has(path) ? await atOnce(notices) : null
    return reply
      .headers(headersOf(path, nonce, script))
      .type('text/html; charset=utf-8')
      .send(shown === null ? page : withBlock(page, 'portal-alerts', shown))
  })
}
