import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encode, encodingFor } from '../encodings.ts'
import { escapeHtml } from '../escape-html.ts'
import { pageHeaders, workerHeaders } from './headers.ts'
import { apiPaths, openMethods } from './open-methods.ts'

const callMethods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE']

const noncePlaceholder = '__CSP_NONCE__'

const framedPath = '/visor/'

/**
 * The pages without public notices at the top: those of signed-in users, the reservation, the window of the identity check and the
 * laboratory viewer. All others contain the notices, which would shift the content if they were added later.
 */
const pagesWithoutNotices = /^\/((dashboard|reservas|identidad|visor)(\/|$)|admin\/(?!olvido-contrasena$))/

/** The page to which an identity provider redirects. A stricter opener policy would cut it off from the window that opened it. */
const returningPath = '/identidad/'

const serviceWorkerPath = '/service-worker.js'

const manifestPath = '/manifest.webmanifest'

function withBlock(html: string, id: string, data: object): string {
  // Only `<` could end the script element too early.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return html.replace('</head>', () => `<script type="application/json" id="${id}">${text}</script></head>`)
}

function fillBlanks(html: string, texts: PageSettings['texts']): string {
  let filled = html
  for (const [name, value] of Object.entries(texts)) {
    filled = filled
      .replaceAll(`tel:{${name}}`, () => `tel:${escapeHtml(value.replace(/\s/g, ''))}`)
      .replaceAll(`{${name}}`, () => escapeHtml(value))
  }
  return filled
}

function digestScripts(html: string): string[] {
  return [...html.matchAll(/<script(?: nonce="[^"]*")?>([\s\S]+?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

interface Shell {
  readonly html: string
  readonly scripts: readonly string[]
  readonly isSecure: boolean
}

export interface PageSettings {
  readonly title: string
  readonly config: object & { readonly demo?: boolean }
  readonly texts: Readonly<Record<string, string>>
  readonly icon: string
  /** The colour of the browser's own bars, as `#RRGGBB`. */
  readonly themeColour: string
  readonly manifest: object
  readonly appIcon: string
  readonly properties: Readonly<Record<string, string>>
}

export interface PagesSource {
  readonly revision: () => string
  readonly settings: () => PageSettings
}

interface Files {
  readonly plain: string | null
  readonly prerendered: ReadonlyMap<string, string>
}

function completeShell(file: string, settings: PageSettings, isSecure: boolean): Shell {
  const { title, config, texts, icon, appIcon, themeColour, properties } = settings
  const html = fillBlanks(file, texts)
  const styles = Object.entries(properties).map(([name, value]) => `${name}:${value}`)
  const complete = html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/(<meta name="theme-color" content=")[^"]*/, (_, start) => `${start}${escapeHtml(themeColour)}`)
    .replace(
      /<link rel="icon"[^>]*>/,
      () =>
        `<link rel="icon" href="${escapeHtml(icon)}"><link rel="apple-touch-icon" href="${escapeHtml(appIcon)}"><link rel="manifest" href="${manifestPath}">`,
    )
    .replace(
      '</head>',
      () => `<style nonce="${noncePlaceholder}">:root:root{${styles.join(';')}}</style></head>`,
    )
  return { html: withBlock(complete, 'portal-config', config), scripts: digestScripts(html), isSecure }
}

function readFiles(folder: string): Files {
  const [file, shells] = [join(folder, 'index.html'), join(folder, 'shells')]
  const files = existsSync(shells) ? readdirSync(shells, { recursive: true, encoding: 'utf8' }) : []
  const names = files.filter((name) => name.endsWith('.html'))
  return {
    plain: existsSync(file) ? readFileSync(file, 'utf8') : null,
    prerendered: new Map(
      names.map((name) => [
        `/${name.replaceAll(sep, '/').replace(/(^index)?\.html$/, '')}`,
        readFileSync(join(shells, name), 'utf8'),
      ]),
    ),
  }
}

function createShells({ plain, prerendered }: Files, pages: PagesSource, isSecure: boolean) {
  let revision: string | null = null
  let complete = new Map<string, Shell>()
  return (path: string): Shell | null => {
    if (plain === null) return null
    if (revision !== pages.revision()) {
      revision = pages.revision()
      complete = new Map()
    }
    const key = prerendered.has(path) ? path : ''
    let shell = complete.get(key)
    if (shell === undefined) {
      shell = completeShell(prerendered.get(key) ?? plain, pages.settings(), isSecure)
      complete.set(key, shell)
    }
    return shell
  }
}

/** Milliseconds that a page waits for its notices. After it the page is sent without them, and the browser requests them. */
const defaultNoticesTimeout = 250

function atOnce(notices: () => Promise<object>, timeout: number): Promise<object | null> {
  const waited = new Promise<null>((resolve) => setTimeout(resolve, timeout, null).unref())
  return Promise.race([notices().catch(() => null), waited])
}

function makeHeaders(path: string, nonce: string, { scripts, isSecure }: Shell): Record<string, string> {
  const headers = pageHeaders(nonce, { framed: path.startsWith(framedPath), scripts, isSecure })
  if (!path.startsWith(returningPath)) return headers
  return { ...headers, 'cross-origin-opener-policy': 'unsafe-none' }
}

const partsPath = '/dev/parts'

function isPage(path: string, { config }: PageSettings): boolean {
  if (path === partsPath) return config.demo === true
  return !/^\/(health|metrics|dev|assets)(\/|$)/.test(path) && !/\.\w{2,5}$/.test(path)
}

function addressesBelow(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.html'),
  )
  return new Set(
    files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length).replaceAll(sep, '/')),
  )
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string, shell: Shell) {
  const nonce = randomBytes(16).toString('base64url')
  const page = shell.html.replaceAll(noncePlaceholder, nonce)
  reply
    .headers(makeHeaders(path, nonce, shell))
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === null) return reply.send(page)
  return reply.header('content-encoding', encoding).send(await encode(page, encoding))
}

type ShellDependencies = {
  readonly folder: string
  readonly pages: PagesSource
  readonly isSecure: boolean
  readonly notices: () => Promise<object>
  readonly noticesTimeout?: number | undefined
}

/** Serves the built web application. Files with a hash in their name are cached for a year; pages are never cached. */
export async function installShell(app: FastifyInstance, dependencies: ShellDependencies): Promise<void> {
  const { folder, pages, isSecure, notices, noticesTimeout = defaultNoticesTimeout } = dependencies
  const findShell = createShells(readFiles(folder), pages, isSecure)

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
        if (path.endsWith(serviceWorkerPath)) reply.headers(workerHeaders)
        else
          reply.header(
            'cache-control',
            path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
          )
      },
    })
  }

  app.get(manifestPath, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json; charset=utf-8')
      .serializer(String)
      .send(JSON.stringify(pages.settings().manifest)),
  )

  const listMethods = openMethods(app)
  const isApiPath = apiPaths(app)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const methods = listMethods(path)
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', methods.join(', '))
      throw new ApiError('methodNotAllowed')
    }
    const isCall = isApiPath(path)
    if (isCall && !callMethods.includes(request.method)) throw new ApiError('methodNotAllowed')
    if (isCall || !['GET', 'HEAD'].includes(request.method) || !isPage(path, pages.settings()))
      throw new ApiError('notFound')
    const shell = findShell(path)
    if (shell === null) throw new ApiError('unavailable')
    const shown = pagesWithoutNotices.test(path) ? null : await atOnce(notices, noticesTimeout)
    const html = shown === null ? shell.html : withBlock(shell.html, 'portal-alerts', shown)
    return sendPage(request, reply, path, { ...shell, html })
  })
}
