/** What no row of the contract answers: the web application, its shell and its static files, and the refusals. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Failure } from '@mi-portal/contract/failure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encode, encodingFor } from '../encodings.ts'
import { escapeHtml } from '../escape-html.ts'
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

/** A block of data in the page's head. */
function withBlock(html: string, id: string, data: object): string {
  // In a script element only `<` could end it early.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return html.replace('</head>', () => `<script type="application/json" id="${id}">${text}</script></head>`)
}

/** Names of settings in what the build drew give way to what this installation says. */
function fillBlanks(html: string, config: object): string {
  let filled = html
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

interface Shell {
  readonly html: string
  /** Of the script inside, as a content policy spells it; null where there is none. */
  readonly script: string | null
}

interface Settings {
  readonly title: string
  readonly config: object
}

/** A shell as built, with this installation's names in it, and its title and configuration in its head. */
function readShell(file: string, { title, config }: Settings): Shell {
  const html = fillBlanks(readFileSync(file, 'utf8'), config)
  const titled = html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
  return { html: withBlock(titled, 'portal-config', config), script: digestOfScript(html) }
}

/** Of the pages that come drawn, by their paths. */
function readDrawnShells(folder: string, settings: Settings): ReadonlyMap<string, Shell> {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Map(
    names.map((name) => [
      `/${name.replace(/(^index)?\.html$/, '')}`,
      readShell(join(folder, name), settings),
    ]),
  )
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

/** The files below a folder as the paths of their addresses, but for the shells. */
function addressesBelow(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.html'),
  )
  return new Set(
    files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length).replaceAll(sep, '/')),
  )
}

function withNotices({ html, script }: Shell, notices: object): Shell {
  return { html: withBlock(html, 'portal-alerts', notices), script }
}

/** Sends a page under a nonce of its own, as small as its browser takes it. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string, { html, script }: Shell) {
  const nonce = randomBytes(16).toString('base64url')
  const page = html.replaceAll(noncePlaceholder, nonce)
  reply
    .headers(headersOf(path, nonce, script))
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === null) return reply.send(page)
  return reply.header('content-encoding', encoding).send(await encode(page, encoding))
}

/**
 * Serves the built web application from `folder`. `settings` is what the browser may know of the configuration,
 * `notices` what stands on top of the public pages.
 * Hashed assets are kept for a year; the shell is never kept.
 */
export async function installShell(
  app: FastifyInstance,
  folder: string,
  settings: Settings,
  notices: () => Promise<object>,
): Promise<void> {
  const file = join(folder, 'index.html')
  const plain = existsSync(file) ? readShell(file, settings) : null
  const drawn = readDrawnShells(join(folder, 'shells'), settings)

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
    if (plain === null) throw new Failure('unavailable')
    const shown = noticePages.has(path) ? await atOnce(notices) : null
    const shell = drawn.get(path) ?? plain
    return sendPage(request, reply, path, shown === null ? shell : withNotices(shell, shown))
  })
}
