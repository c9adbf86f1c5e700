/** Checks what only one place may use, or none: environment, storage, fetch, the present time, names of endpoints, silenced checks. */
import { error, type Finding } from './finding.ts'
import { findLine, isProduct, isTypeScript, type Texts, withoutComments } from './project-files.ts'

type Rule = {
  /** What is searched in the code, without its comments. */
  readonly pattern: RegExp
  readonly isChecked: (path: string) => boolean
  readonly message: string
}

const productExcept = (allowed: RegExp) => (path: string) => isProduct(path) && !allowed.test(path)
// The lists of this file and its tests have what they search for.
const everywhere = (path: string) => !path.startsWith('tools/check/')

const rules: readonly Rule[] = [
  {
    pattern: /\bprocess\.env\b|from '(node:)?process'/g,
    isChecked: productExcept(/^apps\/server\/src\/platform\/config\/config\.ts$/),
    message:
      'the environment is read in platform/config/config.ts alone; take the value from the configuration',
  },
  {
    pattern: /(?<![\w.'"`-])(?:(?:window|globalThis|self)\.)?(?:local|session)Storage\b(?!['"`:])/g,
    // The script that runs before the application checks for a session, and imports nothing of the application.
    isChecked: productExcept(
      /^apps\/web\/src\/(lib\/session|lib\/browser\/scheme|app\/start\/prerendered-page)\.ts$/,
    ),
    message:
      'the browser remembers through apps/web/src/lib/session.ts alone, and its scheme through lib/browser/scheme.ts',
  },
  {
    pattern: /(?<![\w.'"`-])(?:(?:window|globalThis|self)\.)?fetch(?=\s*[(,;)}\]]|\s+[)}]|$)/gm,
    // `server-answering.ts` is apart from `call.ts` because the error page works without the part that calls endpoints. The service
    // worker loads pages, which are no endpoints of the contract.
    isChecked: productExcept(
      /^apps\/web\/src\/(lib\/(call|server-answering)\.ts$|service-worker\/)|^apps\/server\/src\/adapters\//,
    ),
    message:
      'fetch stands in apps/web/src/lib/call.ts and in the adapters of the server; call an endpoint of the contract',
  },
  {
    pattern: /(?<![\w.])(?:new )?Date\(\)|\bDate\.now\b|\bnew Date(?![\w(])|\bTemporal\.Now\b/g,
    isChecked: productExcept(/^apps\/(server\/src\/platform|web\/src\/lib)\/clock\.ts$/),
    message:
      '"now" comes from platform/clock.ts (server) or lib/clock.ts (web), so that tests can set it; take it as an argument',
  },
  {
    pattern: /\buseMutation\b/g,
    isChecked: productExcept(/^apps\/web\/src\/features\/.*\.queries\.ts$/),
    message: 'a mutation is a hook in <domain>.queries.ts, which invalidates what it changes',
  },
  {
    pattern: /\buseForm\b/g,
    isChecked: productExcept(/^apps\/web\/src\/ui\/form\/contract-form\.tsx$/),
    message:
      'a form is made with useContractForm (ui/form/contract-form.tsx), which shows errors, keeps drafts and sends once',
  },
  {
    pattern: /<(?:select|datalist)\b/g,
    // The number of rows of a table, and suggestions for a text that is typed.
    isChecked: productExcept(
      /^apps\/web\/src\/(ui\/paged-table|features\/service-requests\/quotes\/quote-form)\.tsx$/,
    ),
    message:
      'a list of options is a SelectField (ui/select-field.tsx), which looks the same in every browser',
  },
  {
    pattern: /\bdanger\b[^<]{0,300}>\s*reintentar\b/gi,
    isChecked: isProduct,
    message: 'red is for what cannot be undone; trying again is not',
  },
  {
    pattern: /\bexport (?:declare )?(?:const|let|(?:async )?function\*?|type|interface|class) \w+Of\b/g,
    isChecked: everywhere,
    message: 'a name has a verb: getX, findX, toX, listX, describeX or formatX',
  },
  {
    pattern: /\bas unknown as\b/g,
    isChecked: everywhere,
    message: 'no "as unknown as": say what it is, or find out',
  },
  {
    pattern:
      /\b(?:test|it|describe|suite|bench)(?:\.\w+)*\.(?:only|skip|todo|fixme|fails)\b|\b(?:xit|xtest|xdescribe|fit|fdescribe)\(/g,
    isChecked: everywhere,
    message: 'every test runs',
  },
  {
    pattern: /\btypeof import\(|\bimport\('[^']*'\)\.(?!then\b|catch\b|finally\b)/g,
    isChecked: everywhere,
    message: 'types are imported at the top of the file, where the import rules see them',
  },
  {
    pattern: /\bvi\.waitFor\((?!.*\btimeout: )/g,
    isChecked: everywhere,
    message:
      'vi.waitFor gives up after one second; write expect.poll, whose limit vitest.config.ts sets, or name a timeout',
  },
]

/** An image named by its tag alone: the registry can put another one behind it. */
const imageWithoutDigest = /^(?:FROM|\s+image:)\s+(?!.*@sha256:[0-9a-f]{64}\b).+/gm

/** Returns a finding for each use of what these rules forbid. */
export function checkForbidden(texts: Texts): Finding[] {
  return [...texts].flatMap(([path, text]) => {
    if (path === 'package-lock.json') return []
    if (path === 'Dockerfile' || path === 'compose.yaml')
      return findMatches(path, text, imageWithoutDigest, 'name the image by its digest: tag@sha256:…')
    const inCode = isTypeScript(path) ? [...findInCode(path, text), ...findInComments(path, text)] : []
    return [...inCode, ...findMatches(path, text, machinePath, 'a path of one machine; make it relative')]
  })
}

function findInCode(path: string, text: string): Finding[] {
  const code = withoutComments(text)
  return rules
    .filter(({ isChecked }) => isChecked(path))
    .flatMap(({ pattern, message }) => findMatches(path, code, pattern, message))
}

const silencing =
  /(?<=(?:\/\/|\*).*)(?:@ts-(?:ignore|expect-error|nocheck)|(?:biome|eslint|oxlint|prettier)-(?:ignore|disable)[\w-]*|(?:v8|istanbul|c8) ignore|\b(?:TODO|FIXME|XXX|HACK)\b)/g

function findInComments(path: string, text: string): Finding[] {
  return everywhere(path)
    ? findMatches(path, text, silencing, 'finish it, mend the cause, or write an issue')
    : []
}

// Spelled so that the check does not report this file.
const machinePath = new RegExp(
  `(?<![\\w.~-])/(${['work', 'home', 'root'].join('|')})/|/tmp/${'bash_'}jobs`,
  'g',
)

function findMatches(path: string, text: string, pattern: RegExp, message: string): Finding[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) =>
    error(path, findLine(text, index), `"${found.trim()}": ${message}`),
  )
}

/** Returns a finding for each text in the server's platform that names the path or the action of an endpoint: it knows no domain. */
export function checkPlatform(texts: Texts): Finding[] {
  const contract = [...texts].flatMap(([path, text]) =>
    path.startsWith('packages/contract/src/') && isProduct(path) ? [text] : [],
  )
  const collect = (pattern: RegExp) =>
    new Set(contract.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])))
  const roots = collect(/\bpath: '(\/[^'/{]+)/g)
  const actions = collect(/\baction: '([^']+)'/g)
  return [...texts].flatMap(([path, text]) => {
    if (!path.startsWith('apps/server/src/platform/') || !isProduct(path)) return []
    return [...withoutComments(text).matchAll(/'([^'\n]*)'/g)].flatMap(({ 1: value = '', index }) =>
      actions.has(value) || roots.has(/^\/[^/?]+/.exec(value)?.[0] ?? '')
        ? [
            error(
              path,
              findLine(text, index),
              `'${value}' names an endpoint, and the platform knows no domain; add a column to the endpoint's row`,
            ),
          ]
        : [],
    )
  })
}

const matrix = 'apps/server/test/authorization/table.ts'

/** Returns a finding for each table of endpoints that the authorization table does not have. The compiler checks the endpoints within one. */
export function checkAuthorizationTable(texts: Texts): Finding[] {
  if (!texts.has(matrix)) return []
  const rows = [...texts]
    .flatMap(([path, text]) => (path === matrix || path.endsWith('.authorization.ts') ? [text] : []))
    .join('\n')
  return [...texts].flatMap(([path, text]) =>
    path.startsWith('packages/contract/src/')
      ? [...text.matchAll(/^export const (\w+Endpoints)\b/gm)]
          .filter(([, name]) => !new RegExp(`\\bdefineCases\\('[^']*', ${name},`).test(rows))
          .map(({ 1: name, index }) =>
            error(
              path,
              findLine(text, index),
              `"${name}" has no rows in the authorization table; add them to the domain's <domain>.authorization.ts`,
            ),
          )
      : [],
  )
}
