import { lazyRouteComponent } from '@tanstack/react-router'
import { MissingPartError } from '../../lib/missing-part.ts'

/**
 * Returns a route component whose script is loaded when the page is first opened. A script or style sheet that does
 * not load becomes a {@link MissingPartError}, which the error page can repair by reloading the document.
 */
export function lazyPage<Module extends object, Name extends keyof Module>(
  importer: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      importer().catch((cause: unknown) => {
        throw new MissingPartError(cause)
      }),
    name,
  )
}
