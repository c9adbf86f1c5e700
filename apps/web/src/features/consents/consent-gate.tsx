/** Shows the texts that have to be accepted first. The dialog is above the page, which keeps its typed input. */
import type { PendingText } from '@mi-portal/contract/consents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatDay } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { resolveConsent } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { signOut } from '../session/ending/sign-out.queries.ts'
import { pendingTextsQuery, useAcceptTexts } from './consents.queries.ts'
import { textNames } from './consents.rules.ts'

const buttonsLook = 'flex flex-wrap justify-end gap-3 max-desktop:*:flex-[1_1_100%]'

export function ConsentGate() {
  const query = useQuery(pendingTextsQuery)
  const isNothingPending = query.data?.length === 0
  const client = useQueryClient()
  useEffect(() => {
    if (!isNothingPending) return
    // The texts were accepted in another tab meanwhile.
    resolveConsent()
    void client.invalidateQueries()
  }, [isNothingPending, client])
  if (isNothingPending) return null
  return (
    <Dialog opened title="Antes de continuar" size={680}>
      <QueryContent query={query}>{(texts) => <Texts texts={texts} />}</QueryContent>
      {query.isError && (
        <div className={buttonsLook}>
          <Button variant="default" onClick={() => void signOut()}>
            CERRAR SESIÓN
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Texts({ texts }: { texts: readonly PendingText[] }) {
  const [ticked, setTicked] = useState<readonly string[]>([])
  const accept = useAcceptTexts()
  const client = useQueryClient()
  const ready = texts.every(({ kind }) => ticked.includes(kind))
  return (
    <div className="grid gap-4">
      <p>
        {texts.some(({ because }) => because === 'published')
          ? 'Publicamos una nueva versión. Para seguir usando el portal, léela y acéptala.'
          : 'Retiraste tu aceptación. Para volver a usar el portal, léelo y acéptalo nuevamente.'}{' '}
        Tus horas, exámenes y datos siguen como estaban.
      </p>
      {texts.map((text) => (
        <section key={text.kind} aria-labelledby={`texto-${text.kind}`}>
          <h3 id={`texto-${text.kind}`} className="type-section">
            {textNames[text.kind]}
          </h3>
          <p className="type-meta text-muted">
            Versión {text.version}, vigente desde el {formatDay(text.valid_from)}.
          </p>
          <details className="mx-0 mt-2 mb-3 py-1 px-4 border border-line-strong rounded-md [&_summary]:list-item [&_summary]:min-h-11 [&_summary]:py-3 [&_summary]:px-0 [&_summary]:font-strong [&_summary]:text-strong [&_summary]:cursor-pointer">
            <summary>Leer el texto completo</summary>
            <RichText html={text.text} />
          </details>
          <CheckBox
            checked={ticked.includes(text.kind)}
            onChange={(on) =>
              setTicked((before) =>
                on ? [...before, text.kind] : before.filter((kind) => kind !== text.kind),
              )
            }
          >
            Leí y acepto: {textNames[text.kind].toLowerCase()}
          </CheckBox>
        </section>
      ))}
      {accept.isError && <ErrorNotice error={accept.error} />}
      <p className="type-meta text-muted" aria-live="polite">
        {ready ? '' : 'Para continuar, marca cada casilla.'}
      </p>
      <div className={buttonsLook}>
        <Button variant="default" disabled={accept.isPending} onClick={() => void signOut()}>
          CERRAR SESIÓN
        </Button>
        <Button
          disabled={!ready}
          loading={accept.isPending}
          onClick={() =>
            accept.mutate(
              texts.map(({ kind, version }) => ({ kind, version })),
              {
                onSuccess: () => {
                  resolveConsent()
                  void client.invalidateQueries()
                },
              },
            )
          }
        >
          ACEPTAR Y CONTINUAR
        </Button>
      </div>
      <p className="type-meta text-muted">
        Si no aceptas, puedes pedir tus datos o cerrar tu cuenta en servicio al cliente:{' '}
        <PhoneLink number={portal.supportPhone} /> o {portal.supportEmail}.
      </p>
    </div>
  )
}
