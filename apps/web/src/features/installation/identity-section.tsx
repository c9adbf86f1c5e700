import { CallError } from '@mi-portal/contract/calls/call-error'
import type { IdentityMode, IdentitySetting } from '@mi-portal/contract/installation'
import { needsSecondAdministrator } from '@mi-portal/contract/installation'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useChooseIdentity } from './installation.queries.ts'

const sectionLook = 'grid grid-cols-1 gap-4'

const labels: Readonly<Record<IdentityMode, { readonly label: string; readonly hint: string }>> = {
  staff: {
    label: 'El personal valida cada cuenta',
    hint: 'La cuenta queda pendiente hasta que alguien del personal la aprueba.',
  },
  embedded: {
    label: 'Preguntas a partir de un registro de personas',
    hint: 'Quien se registra escribe el número de su cédula y responde preguntas. El personal no interviene.',
  },
  oidc: {
    label: 'Un proveedor de identidad externo',
    hint: 'Quien se registra entra con su cuenta del proveedor, por ejemplo ClaveÚnica.',
  },
}

const order = ['staff', 'embedded', 'oidc'] as const

/** Chooses how registrations prove who a person is, unless the environment of the server sets it. */
export function IdentitySection({ identity }: { identity: IdentitySetting }) {
  const [mode, setMode] = useState(identity.chosen ?? identity.mode)
  const choose = useChooseIdentity()
  if (identity.set_by_environment)
    return (
      <div className={sectionLook}>
        <p>
          <b>{labels[identity.mode].label}.</b> {labels[identity.mode].hint}
        </p>
        <p className="m-0 text-muted">
          Está fijado por IDENTITY_CHECK en la configuración del servidor. Para elegirlo aquí, quita esa
          variable y reinicia el servidor.
        </p>
      </div>
    )
  const fieldError = choose.error instanceof CallError ? choose.error.fieldErrorOf('mode') : undefined
  return (
    <form
      noValidate
      className={sectionLook}
      aria-label="Comprobación de identidad"
      onSubmit={(event) => {
        event.preventDefault()
        choose.mutate(mode)
      }}
    >
      <ChoiceCards
        stacked
        legend="¿Cómo se comprueba la identidad?"
        options={order.map((value) => ({ value, ...labels[value] }))}
        value={mode}
        onChange={(value) => {
          setMode(value)
          choose.reset()
        }}
        error={fieldError}
      />
      <p className="m-0 text-muted">Ahora: {labels[identity.mode].label.toLowerCase()}.</p>
      {choose.isError && fieldError === undefined && <ErrorNotice error={choose.error} />}
      {identity.proposed !== null && (
        <Notice kind="info" announce title="Queda por confirmar">
          {identity.proposed.by} pidió cambiar a «{labels[identity.proposed.mode].label}».{' '}
          {identity.proposed.effective_at === null
            ? needsSecondAdministrator
            : `Rige desde ${formatTimestamp(identity.proposed.effective_at)}, porque no hay otra persona que lo confirme.`}{' '}
          Para retirarlo, elige lo de ahora y guarda.
        </Notice>
      )}
      {choose.isSuccess && identity.proposed === null && (
        <Notice kind="success" announce title="La elección quedó guardada">
          Se usa desde ahora en cada registro nuevo.
        </Notice>
      )}
      <div className="flex flex-wrap gap-3 max-desktop:*:flex-[1_1_100%]">
        <Button type="submit" loading={choose.isPending}>
          Guardar
        </Button>
      </div>
    </form>
  )
}
