import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import { useOnline } from '../lib/connection.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

/**
 * Returns a component whose script is loaded when it is first shown; it suspends meanwhile. When the script does
 * not load, an error with a retry is shown in its place, as a dialog if the part is one (it has `onClose`); the
 * page around it stays usable. `isOptional`: a part that is not essential is requested only after the page around it is rendered, and is
 * left out silently.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isOptional = false } = {},
): (props: Props) => ReactNode {
  let component = createLazy()

  function createLazy(): ComponentType<Props> {
    const current: ComponentType<Props> = lazy(async () => {
      try {
        // Each request takes time on a slow phone, which must not add up to one long pause.
        if (isOptional) await new Promise((resolve) => setTimeout(resolve))
        return { default: await load() }
      } catch {
        return { default: (props: Props) => <Failed props={props} reset={reset} /> }
      }
    })
    // Called only after the failure was shown: a suspended part starts again, and would otherwise load forever.
    function reset() {
      if (component === current) component = createLazy()
    }
    return current
  }

  function Failed({ props, reset }: { props: Props; reset(): void }) {
    const [Next, setNext] = useState<ComponentType<Props>>()
    // `lazy` would remember the failure forever; the part is loaded again when it is next shown.
    useEffect(() => reset, [reset])
    if (Next) return <Next {...props} />
    if (isOptional) return null
    const again = () => {
      reset()
      setNext(() => component)
    }
    const close = 'onClose' in props && typeof props.onClose === 'function' ? props.onClose : undefined
    return <ComponentMissing onClose={close && (() => close())} onRetry={again} />
  }

  return function LazyComponent(props: Props) {
    const [Current] = useState<ComponentType<Props>>(() => component)
    return <Current {...props} />
  }
}

/** Says that a part of the page did not load: as a dialog if it has `onClose`, else in its place. */
export function ComponentMissing({ onClose, onRetry }: { onClose?(): void; onRetry(): void }) {
  const online = useOnline()
  const title = 'No pudimos abrir esta parte de la página'
  const why = online
    ? 'El portal no responde o tiene una versión nueva. Vuelve a intentar; si se repite, carga la página de nuevo.'
    : 'No hay conexión a internet. Revisa tu conexión y vuelve a intentar.'
  const retry = <Button onClick={onRetry}>REINTENTAR</Button>
  if (!onClose)
    return (
      <Notice kind="error" title={title} actions={retry}>
        {why}
      </Notice>
    )
  return (
    <Dialog opened onClose={onClose} title={title}>
      <p>{why}</p>
      {retry}
    </Dialog>
  )
}
