/** The preview of a publication as a person of an age and a gender sees it. */
import { findPeriodState, isMeantForAge } from '@mi-portal/contract/audience'
import { type ReactNode, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { formatTimestamp } from '../../lib/dates.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { NumberField, useGenders } from './publication-fields.tsx'

type Values = Readonly<Record<string, string>>

/** Returns why a person does not see the publication; null if they see it. An empty age stands for everyone. */
function findReason(values: Values, age: string, gender: string): string | null {
  const [shown_from, shown_until] = [values.shown_from || null, values.shown_until || null]
  const state = findPeriodState({ shown_from, shown_until }, now())
  if (values.status === '2') return 'Está deshabilitada: ningún paciente la ve.'
  if (state === 'ended') return 'Su período terminó: ningún paciente la ve.'
  if (state === 'scheduled') return `Los pacientes la ven desde el ${formatTimestamp(shown_from ?? '')}.`
  const [from_age, to_age, gender_id] = [values.from_age, values.to_age, values.gender_id].map(Number)
  const isMeant =
    age === '' ||
    isMeantForAge(
      { from_age: from_age ?? 0, to_age: to_age ?? 0, gender_id: gender_id ?? 0 },
      { age: Number(age), gender_id: gender === '' ? null : Number(gender) },
    )
  return isMeant ? null : 'Una persona de esa edad y ese género no la ve.'
}

export function PreviewAs({ values, children }: { values: Values; children: ReactNode }) {
  const [age, setAge] = useState('')
  const [gender, setGender] = useState('')
  const genders = useGenders()
  const reason = findReason(values, age, gender)
  return (
    <Stack>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-start gap-4">
        <NumberField
          label="Ver como edad"
          digits={3}
          field={{ id: 'ver-como-edad', value: age, onChange: setAge, error: undefined }}
        />
        <SelectField
          label="Ver como género"
          options={genders.options.filter(({ id }) => id !== 0)}
          loading={genders.loading}
          value={gender}
          onChange={setGender}
        />
      </div>
      <div role="status">{reason !== null && <Notice kind="info" title={reason} />}</div>
      {(reason === null || age === '') && children}
    </Stack>
  )
}
