/**
 * Replaces a page that failed; the layout around it stays, with its menu. A page whose script is missing is
 * repaired by reloading the document: once automatically, and then only when the user asks.
 */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { MissingAssetError } from '../../lib/browser/missing-asset.ts'
import { reloadDocument } from '../../lib/browser/reload.ts'
import { useOnline } from '../../lib/connection.ts'
import { hasUnsentInput } from '../../lib/drafts.ts'
import { isServerAnswering } from '../../lib/server-answering.ts'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { paths } from '../paths.ts'

/** Why the page is not shown. `silent`: there is a network, but the portal does not answer. */
type FailureReason = 'offline' | 'silent' | 'outdated' | 'broken'

const explanations: Record<FailureReason, string> = {
  offline: 'No hay conexión a internet. Apenas vuelva, abrimos la página.',
  silent: 'El portal no responde en este momento. Apenas responda, abrimos la página.',
  outdated:
    'Para abrirla hay que volver a cargar el portal. Antes, termina o copia lo que dejaste escrito en otra página: al cargar de nuevo se pierde.',
  broken: 'Algo falló en esta página. Vuelve a intentar; si se repite, llámanos.',
}

/** Seconds between checks of a portal that does not answer. */
const secondsBetweenChecks = 5

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const online = useOnline()
  const isAssetMissing = error instanceof MissingAssetError
  const [reason, setReason] = useState<FailureReason>(isAssetMissing ? 'silent' : 'broken')
  const [trying, setTrying] = useState(false)

  const reloadPage = useCallback(
    async (isRequestedByUser: boolean) => {
      setTrying(true)
      const isAnswering = await isServerAnswering()
      setTrying(false)
      if (!isAnswering) return setReason('silent')
      if (isRequestedByUser) return reloadDocument()
      const { href, state } = router.history.location
      if (hasUnsentInput()) return setReason('outdated')
      // The mark is part of the tab's history: when the page still fails after a reload, the user decides.
      if (state.reloaded) return setReason('broken')
      router.history.replace(href, { ...state, reloaded: true })
      router.history.flush()
      reloadDocument()
    },
    [router],
  )

  useEffect(() => {
    if (isAssetMissing && online) void reloadPage(false)
  }, [isAssetMissing, online, reloadPage])

  // Detects a restarted portal automatically; it checks only while the tab is visible.
  useEffect(() => {
    if (!isAssetMissing || !online || reason !== 'silent') return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reloadPage(false)
    }, secondsBetweenChecks * 1000)
    return () => clearInterval(timer)
  }, [isAssetMissing, online, reason, reloadPage])

  const tryAgain = useCallback(() => {
    if (isAssetMissing) return void reloadPage(true)
    reset()
    void router.invalidate()
  }, [isAssetMissing, reloadPage, reset, router])

  const why = online ? reason : 'offline'
  return (
    <ErrorMessage title="No pudimos mostrar esta página" text={explanations[why]}>
      <Button loading={trying} onClick={tryAgain}>
        REINTENTAR
      </Button>
    </ErrorMessage>
  )
}

/** Shown for a page that does not exist. */
export function NotFoundPage() {
  return (
    <ErrorMessage title="Esta página no existe" text="Revisa la dirección o vuelve al inicio.">
      <ButtonAnchor href={paths.home}>IR AL INICIO</ButtonAnchor>
    </ErrorMessage>
  )
}

/** The error page for a failed layout; it has its own landmark. */
export function ErrorDocument(props: ErrorComponentProps) {
  return (
    <main className="min-h-dvh py-6 px-4">
      <ErrorPage {...props} />
    </main>
  )
}

function ErrorMessage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section
      className="portal-card grid justify-items-start gap-4 max-w-[560px] my-2 mx-auto p-6"
      role="alert"
    >
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </section>
  )
}
