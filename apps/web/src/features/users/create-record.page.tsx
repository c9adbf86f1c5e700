/** Creates the record of a person without an account at the counter, so that they can be given an appointment at once. */

import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { toDay } from '@mi-portal/contract/values/dates'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { now } from '../../lib/clock.ts'
import { Button } from '../../ui/button.tsx'
import row from '../../ui/field-row.module.css'
import { ContractForm, useContractForm } from '../../ui/form/contract-form.tsx'
import { FormErrorDialog } from '../../ui/form/form-error-dialog.tsx'
import { FormDate } from '../../ui/form/form-fields.tsx'
import { NumberedCard } from '../../ui/numbered-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { fieldIdPrefix } from '../people/person-fields.tsx'
import { DocumentFields } from './user-form.tsx'
import { useCreateRecord } from './users.queries.ts'
import { emptyRecord, recordRequest } from './users.rules.ts'
import { UsersLink } from './users-link.tsx'

export function CreateRecordPage() {
  // The next record starts with an empty form.
  const [count, setCount] = useState(0)
  return <CreateRecord key={count} onAnother={() => setCount(count + 1)} />
}

function CreateRecord({ onAnother }: { onAnother(): void }) {
  const navigate = useNavigate()
  const { tipo, documento } = useSearch({ strict: false })
  const create = useCreateRecord()
  const kit = useContractForm(recordRequest, {
    values: emptyRecord({ type: tipo ?? 1, number: documento ?? '' }),
    draftOf: null,
    hasSummary: true,
    idPrefix: fieldIdPrefix,
    hasErrorDialog: true,
    save: create,
    send: create.mutate,
  })
  const { form, Field } = kit

  return (
    <>
      <UsersLink />
      <PageHeading
        title="Crear ficha"
        lead="Para dar una hora a una persona que no tiene cuenta. Podrás abrirle la cuenta después."
      />
      <ContractForm kit={kit} className="grid gap-4">
        <NumberedCard id="datos-de-la-ficha" number={1} title="Datos de la persona">
          <div className="grid gap-4">
            <DocumentFields />
            <div className={`${row.row} ${row.two}`}>
              <Field.Text name="first_name" label="Nombres" autoComplete="off" />
              <Field.Text
                name="last_name"
                deps="second_name"
                label="Primer apellido"
                optional={form.watch('document_type_id') !== 1}
                autoComplete="off"
              />
              <Field.Text name="second_name" label="Segundo apellido" optional autoComplete="off" />
              <FormDate name="date_birth" label="Fecha de nacimiento" max={toDay(now())} />
              <Field.Phone name="phone" label="Teléfono" />
              <Field.Text
                name="email"
                type="email"
                inputMode="email"
                autoComplete="off"
                autoCapitalize="none"
                label="E-mail"
                optional
              />
            </div>
          </div>
        </NumberedCard>
        <div className="flex flex-wrap justify-end gap-3 max-desktop:*:flex-[1_1_120px]">
          <Button
            variant="subtle"
            disabled={create.isPending}
            onClick={() => navigate({ to: '/admin/usuarios' })}
          >
            Volver
          </Button>
          <Button type="submit" loading={create.isPending}>
            CREAR FICHA
          </Button>
        </div>
      </ContractForm>
      <FormErrorDialog kit={kit} title="No ha sido posible crear la ficha" />
      {create.isSuccess && (
        <ResultDialog
          opened
          kind="success"
          title="Ficha creada"
          action={{
            label: 'Abrir cuenta',
            onClick: () =>
              navigate({ to: '/admin/usuarios/editar/$id', params: { id: String(create.data.id) } }),
          }}
          secondary={{ label: 'Crear otra ficha', onClick: onAnother }}
          onClose={() => navigate({ to: '/admin/usuarios' })}
        >
          Guardamos la ficha de {formatFullName(create.data)}. No tiene cuenta: para que vea sus datos en el
          portal, ábrele una.
        </ResultDialog>
      )}
    </>
  )
}
