/** Books a free slot of a calendar for a person: one who is found, or a caller whose record is created here. */
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { Notified } from '@mi-portal/contract/notified'
import { useState } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import type { BookedFor } from '../patient.rules.ts'
import { PersonPicker } from '../person-picker.tsx'
import { RecordForm } from './caller-dialog.tsx'
import { ChosenHour } from './chosen-hour.tsx'

interface SlotDialogProps {
  slot: Parameters<typeof ChosenHour>[0]['slot']
  onClose(): void
  onBooked(title: string, answer: Notified): void
}

export function SlotDialog({ slot, onClose, onBooked }: SlotDialogProps) {
  const [patient, setPatient] = useState<(BookedFor & { name: string }) | null>(null)
  const [caller, setCaller] = useState<string | null>(null)
  const isRecord = patient === null && caller !== null
  return (
    <FormDialog
      title={`${isRecord ? 'Crear ficha y reservar' : 'Reservar'} · ${formatTime(slot.starts_at)}`}
      size={isRecord ? 860 : 490}
      onClose={onClose}
    >
      <Stack>
        {patient === null && (
          <p className="type-meta text-muted">
            {slot.doctor_name}, {slot.place}
          </p>
        )}
        {patient === null && caller === null && (
          <PersonPicker
            place="dialog"
            label="Paciente de esta hora"
            onChoose={(person) => setPatient({ id: person.id, name: formatFullName(person) })}
            onCreate={setCaller}
          />
        )}
        {isRecord && (
          <RecordForm
            searchText={caller}
            onCreated={(person) =>
              setPatient({ ...person, name: formatFullName(person), email_verified: false })
            }
            onClose={() => setCaller(null)}
          />
        )}
        {patient !== null && (
          <>
            <p>
              Para <b>{patient.name}</b>
            </p>
            <ChosenHour
              patient={patient}
              slot={slot}
              onGone={onClose}
              onBooked={(_id, title, answer) => onBooked(title, answer)}
            />
          </>
        )}
      </Stack>
    </FormDialog>
  )
}
