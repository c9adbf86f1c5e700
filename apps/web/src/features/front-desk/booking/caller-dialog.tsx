/** A caller whom nobody knows: the record is created and the appointment booked in one dialog. */

import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { Patient } from '@mi-portal/contract/people'
import { toDay } from '@mi-portal/contract/values/dates'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { now } from '../../../lib/clock.ts'
import { useHasPermission } from '../../../lib/permissions.ts'
import { Button } from '../../../ui/button.tsx'
import row from '../../../ui/field-row.module.css'
import { ContractForm, useContractForm } from '../../../ui/form/contract-form.tsx'
import { FormDate } from '../../../ui/form/form-fields.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Cluster, Stack } from '../../../ui/layout/layout.tsx'
import { DocumentFields } from '../../users/user-form.tsx'
import { useCreateRecord } from '../../users/users.queries.ts'
import { emptyRecord, recordRequest } from '../../users/users.rules.ts'
import { readSearched } from '../patient.rules.ts'
import { StaffBooking } from './staff-booking.tsx'

const idPrefix = 'caller-'

interface CallerDialogProps {
  /** What was searched without finding anybody. */
  searchText: string
  onClose(): void
}

export function CallerDialog({ searchText, onClose }: CallerDialogProps) {
  const [patient, setPatient] = useState<Patient | null>(null)
  const mayBook = useHasPermission('bookings.manage')
  return (
    <FormDialog
      title={patient === null ? 'Crear ficha' : `Ficha creada: ${formatFullName(patient)}`}
      size={860}
      onClose={onClose}
    >
      {patient === null ? (
        <RecordForm searchText={searchText} onCreated={setPatient} onClose={onClose} />
      ) : (
        <CreatedRecord patient={patient} mayBook={mayBook} onClose={onClose} />
      )}
    </FormDialog>
  )
}

export function RecordForm({
  searchText,
  onCreated,
  onClose,
}: CallerDialogProps & { onCreated(patient: Patient): void }) {
  const create = useCreateRecord()
  const { document: run, ...searched } = readSearched(searchText)
  // What was searched is filled in, so the keyboard goes on at the first field that is empty.
  const isKnownRun = run !== ''
  useEffect(() => {
    document.getElementById(`${idPrefix}${isKnownRun ? 'first_name' : 'document_number'}`)?.focus()
  }, [isKnownRun])
  const kit = useContractForm(recordRequest, {
    values: { ...emptyRecord({ type: 1, number: run }), ...searched },
    idPrefix,
    save: create,
    send: create.mutate,
    onSent: onCreated,
  })
  const { form, Field } = kit
  return (
    <ContractForm kit={kit}>
      <Stack>
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
        <Cluster className="justify-end">
          <Button variant="text" disabled={create.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={create.isPending}>
            CREAR FICHA
          </Button>
        </Cluster>
      </Stack>
    </ContractForm>
  )
}

interface CreatedRecordProps {
  patient: Patient
  mayBook: boolean
  onClose(): void
}

function CreatedRecord({ patient, mayBook, onClose }: CreatedRecordProps) {
  const navigate = useNavigate()
  const fieldId = useId()
  return (
    <Stack>
      {mayBook && <StaffBooking patient={{ ...patient, email_verified: false }} fieldId={fieldId} isNext />}
      <Cluster className="justify-end">
        <Button
          variant="outline"
          onClick={() => {
            onClose()
            void navigate({ to: '/admin/pacientes/$id', params: { id: String(patient.id) } })
          }}
        >
          Ver su ficha
        </Button>
      </Cluster>
    </Stack>
  )
}
