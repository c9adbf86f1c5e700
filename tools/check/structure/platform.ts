/** Checks that the server's platform knows no domain: it names neither the path nor the action of an endpoint. */
import { error, type Finding } from './finding.ts'
import { placeOf } from './places.ts'
import type { Tree } from './sources.ts'
import { textOf } from './syntax.ts'

type EndpointNames = { readonly roots: ReadonlySet<string>; readonly actions: ReadonlySet<string> }

/** Returns a finding for each text in the platform that names an endpoint. */
export function checkPlatform(tree: Tree): Finding[] {
  const names = endpointNames(tree)
  return tree.sources
    .filter(({ path }) => placeOf(path).layer === 'platform')
    .flatMap((source) =>
      source.nodes
        .filter(({ node }) => namesEndpoint(textOf(node, 'value'), names))
        .map(({ node }) =>
          error(
            source.path,
            source.lineAt(node.start),
            `${textOf(node, 'raw') ?? ''} names an endpoint, and the platform knows no domain; add a column to the endpoint's row`,
          ),
        ),
    )
}

/** Returns the first parts of all paths (`/patients`) and the actions (`people.read`) of the contract's endpoints. */
function endpointNames(tree: Tree): EndpointNames {
  const texts = [...tree.texts].flatMap(([path, text]) =>
    /^packages\/contract\/src\/.+\.ts$/.test(path) && !path.includes('.test.') ? [text] : [],
  )
  const found = (pattern: RegExp) =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])))
  return { roots: found(/\bpath: '(\/[^'/{]+)/g), actions: found(/\baction: '([^']+)'/g) }
}

function namesEndpoint(text: string | undefined, { roots, actions }: EndpointNames): boolean {
  if (text === undefined) return false
  return actions.has(text) || roots.has(/^\/[^/?]+/.exec(text)?.[0] ?? '')
}
