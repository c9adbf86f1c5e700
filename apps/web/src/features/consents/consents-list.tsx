/** Lists what the patient agreed to, when, how and in which version; each consent can be withdrawn. */
import type { Consent } from '@mi-portal/contract/consents'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { LegalTextDialog } from '../legal/legal-text-dialog.tsx'
import { ReadTextDialog } from '../legal/read-text-dialog.tsx'
import { consentsQuery, consentTextQuery, useAcceptTexts, useWithdrawConsent } from './consents.queries.ts'
import { channelNames, findWithdrawable, kindNames, withdrawalEffects } from './consents.rules.ts'

export function ConsentsList() {
  const query = useQuery(consentsQuery)
  return <QueryContent query={query}>{({ consents }) => <Consents consents={consents} />}</QueryContent>
}

function Consents({ consents }: { consents: readonly Consent[] }) {
  const [asking, setAsking] = useState<Consent | null>(null)
  const [reading, setReading] = useState<Consent | null>(null)
  const withdraw = useWithdrawConsent()
  const open = findWithdrawable(consents)
  return (
    <>
      {consents.length === 0 ? (
        <p>Aún no hay consentimientos registrados en tu cuenta.</p>
      ) : (
        <PagedTable
          caption="Mis consentimientos"
          columns={columnsWith(open, setAsking, setReading)}
          rows={consents}
          rowKey={({ id }) => id}
        />
      )}
      {reading && (
        <ReadTextDialog
          title={kindNames[reading.kind]}
          query={consentTextQuery(reading.id)}
          onClose={() => setReading(null)}
        />
      )}
      <PrivacyOffer
        missing={!consents.some(({ kind, withdrawn_at }) => kind === 'privacy' && !withdrawn_at)}
      />
      <ConfirmDialog
        opened={asking !== null && !withdraw.isError}
        title="¿Quieres retirar este consentimiento?"
        confirm="RETIRAR"
        cancel="CANCELAR"
        danger
        loading={withdraw.isPending}
        onConfirm={() =>
          asking &&
          withdraw.mutate(
            {
              kind: asking.kind,
              patient_id: asking.kind === 'family_group' ? (asking.patient?.id ?? null) : null,
            },
            { onSuccess: () => setAsking(null) },
          )
        }
        onClose={() => setAsking(null)}
      >
        {asking && (
          <>
            <p>{titleOf(asking)}</p>
            <p>
              {withdrawalEffects[asking.kind]} El retiro tiene efecto de inmediato y no cambia lo hecho antes.
            </p>
          </>
        )}
      </ConfirmDialog>
      {withdraw.isError && (
        <ResultDialog
          opened
          kind="error"
          error={withdraw.error}
          title={withdraw.error.message}
          onClose={() => {
            withdraw.reset()
            setAsking(null)
          }}
        />
      )}
    </>
  )
}

function titleOf({ kind, patient }: Consent): string {
  return patient === null ? kindNames[kind] : `${kindNames[kind]}: ${patient.full_name}`
}

function columnsWith(
  open: ReadonlySet<number>,
  onWithdraw: (consent: Consent) => void,
  onRead: (consent: Consent) => void,
): readonly Column<Consent>[] {
  return [
    { header: 'Para qué', role: 'title', cell: titleOf },
    {
      header: 'Versión',
      cell: ({ version, given_at, channel }) =>
        `${version}, ${formatTimestamp(given_at)}${channel === 'web' ? '' : ` · ${channelNames[channel]}`}`,
    },
    {
      header: 'Estado',
      cell: ({ withdrawn_at }) =>
        withdrawn_at === null ? (
          <StatusBadge look="success" icon={IconCircleCheck}>
            Vigente
          </StatusBadge>
        ) : (
          <StatusBadge look="neutral" icon={IconCircleX}>
            Retirado el {formatTimestamp(withdrawn_at)}
          </StatusBadge>
        ),
    },
    {
      header: 'Acciones',
      role: 'actions',
      cell: (consent) => (
        <>
          {consent.has_text && (
            <Button
              size="sm"
              variant="default"
              aria-label={`Leer: ${titleOf(consent)}, versión ${consent.version}`}
              onClick={() => onRead(consent)}
            >
              Leer
            </Button>
          )}
          {open.has(consent.id) && (
            <Button
              size="sm"
              variant="default"
              aria-label={`Retirar: ${titleOf(consent)}`}
              onClick={() => onWithdraw(consent)}
            >
              Retirar
            </Button>
          )}
        </>
      ),
    },
  ]
}

/** Lets the patient accept the privacy notice later, if it was not accepted at registration. */
function PrivacyOffer({ missing }: { missing: boolean }) {
  const [reading, setReading] = useState(false)
  const accept = useAcceptTexts()
  if (!missing) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 [&>p]:flex-[1_1_260px] max-desktop:[&>button]:flex-[1_1_100%]">
      <p>No has aceptado el aviso de privacidad. Puedes leerlo y aceptarlo ahora.</p>
      <Button size="sm" variant="default" loading={accept.isPending} onClick={() => setReading(true)}>
        Leer y aceptar
      </Button>
      {accept.isError && <ErrorNotice error={accept.error} />}
      <LegalTextDialog
        kind="privacy"
        title="Aviso de privacidad"
        statement="Leí y acepto el aviso de privacidad"
        opened={reading}
        onClose={() => setReading(false)}
        onAccept={(version) => {
          setReading(false)
          accept.mutate([{ kind: 'privacy', version }])
        }}
      />
    </div>
  )
}
