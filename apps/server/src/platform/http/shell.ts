/** Serves the web application, its pages and static files, and answers 404 and 405 for all other requests. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { ApiError } from '@mi-portal/contract/api-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encode, encodingFor } from '../encodings.ts'
import { escapeHtml } from '../escape-html.ts'
import { pageHeaders } from './headers.ts'
import { apiPaths, openMethods } from './open-methods.ts'

/** The methods of the API. Any other method answers 405 on every path of the API. */
const callMethods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE']

const noncePlaceholder = '__CSP_NONCE__'

/** The laboratory viewer, the only page that the portal shows in a frame. */
const framedPath = '/visor/'

/** The pages that contain the public notices at the top. If the notices were added later, they would shift the content. */
const noticePages: ReadonlySet<string> = new Set(['/', '/olvido-contrasena'])

/**
 * The page to which an external provider of the identity check redirects. A stricter opener policy would cut the window off from
 * the window that opened it.
 */
const returningPath = '/identidad/'

/** Adds a block of JSON data to the head of a page. */
function withBlock(html: string, id: string, data: object): string {
  // Only `<` could end the script element too early.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return html.replace('</head>', () => `<script type="application/json" id="${id}">${text}</script></head>`)
}

/** Replaces the placeholders in a prerendered page with the settings of this installation. */
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
  /** The digest of the inline script, as a content security policy spells it; null if there is no script. */
  readonly script: string | null
  /** Whether the portal's public address is https. */
  readonly isSecure: boolean
}

interface Settings {
  readonly title: string
  readonly config: object
  readonly isSecure: boolean
}

/** Reads a built HTML file, and fills in this installation's names, title and configuration. */
function readShell(file: string, { title, config, isSecure }: Settings): Shell {
  const html = fillBlanks(readFileSync(file, 'utf8'), config)
  const titled = html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
  return { html: withBlock(titled, 'portal-config', config), script: digestOfScript(html), isSecure }
}

/** Reads the prerendered pages of a folder, by their paths. */
function readPrerendered(folder: string, settings: Settings): ReadonlyMap<string, Shell> {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Map(
    names.map((name) => [
      `/${name.replace(/(^index)?\.html$/, '')}`,
      readShell(join(folder, name), settings),
    ]),
  )
}

/** The time that a page waits for its notices. After it the page is sent without them, and the browser requests them. */
const noticesTimeoutMs = 250

/** Returns the public notices, or null if they fail or take too long. */
function atOnce(notices: () => Promise<object>): Promise<object | null> {
  const waited = new Promise<null>((resolve) => setTimeout(resolve, noticesTimeoutMs, null).unref())
  return Promise.race([notices().catch(() => null), waited])
}

function headersOf(path: string, nonce: string, { script, isSecure }: Shell): Record<string, string> {
  const headers = pageHeaders(nonce, { framed: path.startsWith(framedPath), script, isSecure })
  return path.startsWith(returningPath)
    ? { ...headers, 'cross-origin-opener-policy': 'unsafe-none' }
    : headers
}

/** Returns whether the web application may have a page at this path, which is not one of the API. */
function isPage(path: string): boolean {
  return !/^\/(health|metrics|dev|assets)(\/|$)/.test(path) && !/\.\w{2,5}$/.test(path)
}

/** Returns the address paths of all files below a folder, except HTML files. */
function addressesBelow(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.html'),
  )
  return new Set(
    files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length).replaceAll(sep, '/')),
  )
}

function withNotices(shell: Shell, notices: object): Shell {
  return { ...shell, html: withBlock(shell.html, 'portal-alerts', notices) }
}

/** Sends a page with a new nonce, compressed as well as the browser accepts. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string, shell: Shell) {
  const nonce = randomBytes(16).toString('base64url')
  const page = shell.html.replaceAll(noncePlaceholder, nonce)
  reply
    .headers(headersOf(path, nonce, shell))
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === null) return reply.send(page)
  return reply.header('content-encoding', encoding).send(await encode(page, encoding))
}

/**
 * Serves the built web application from `folder`. `settings` holds the configuration that the browser may know, and `notices`
 * loads the public notices at the top of the public pages. Files with a hash in their name are cached for a year; pages are
 * never cached.
 */
export async function installShell(
  app: FastifyInstance,
  folder: string,
  settings: Settings,
  notices: () => Promise<object>,
): Promise<void> {
  const file = join(folder, 'index.html')
  const plain = existsSync(file) ? readShell(file, settings) : null
  const prerendered = readPrerendered(join(folder, 'shells'), settings)

  if (existsSync(folder)) {
    // One route for all files: hundreds of routes would take a sixth of the start-up time.
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
  const isApiPath = apiPaths(app)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const methods = methodsOf(path)
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', methods.join(', '))
      throw new ApiError('methodNotAllowed')
    }
    const isCall = isApiPath(path)
    if (isCall && !callMethods.includes(request.method)) throw new ApiError('methodNotAllowed')
    if (isCall || !['GET', 'HEAD'].includes(request.method) || !isPage(path)) throw new ApiError('notFound')
    if (plain === null) throw new ApiError('unavailable')
    const shown = noticePages.has(path) ? await atOnce(notices) : null
    const shell = prerendered.get(path) ?? plain
    return sendPage(request, reply, path, shown === null ? shell : withNotices(shell, shown))
  })
}
