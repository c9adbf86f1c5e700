import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { MissingAssetError } from '../../lib/browser/missing-asset.ts'

/**
 * Returns a route component whose script is loaded when the page is first opened, together with the cache of answers.
 * A script or style sheet that does not load becomes a {@link MissingAssetError}, which the error page can repair by
 * reloading the document.
 */
export function lazyPage<Module extends object, Name extends keyof Module>(
  importer: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(async () => {
    const [page, { withQueryCache }] = await Promise.all([importer(), import('../query-cache.tsx')]).catch(
      (cause: unknown) => {
        throw new MissingAssetError(cause)
      },
    )
    const component: unknown = page[name]
    if (!isComponent(component)) throw new TypeError(`${String(name)} is not a component`)
    return { default: withQueryCache(component) }
  })
}

// Not a type of the import: pages read the types of the routes, which would then depend on themselves.
function isComponent(value: unknown): value is ComponentType {
  return typeof value === 'function'
}
