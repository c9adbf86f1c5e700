/** Fields for site, specialty, slot length, room and modality; used for a weekly block and for extra time. */
import type { OpenedTime } from '@mi-portal/contract/agenda/calendar-exceptions'
import { useQuery } from '@tanstack/react-query'
import { LoadError } from '../../ui/load-error.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { placesQuery } from './agenda.queries.ts'

const pairLook = 'grid grid-cols-2 items-start gap-4 max-desktop:grid-cols-1'

export type SlotSettings = Pick<OpenedTime, 'office_id' | 'specialty' | 'slot_minutes' | 'room' | 'modality'>

const modalityOptions = [
  { id: 1, name: 'Presencial' },
  { id: 2, name: 'Telemedicina' },
]

interface SlotSettingsFieldsProps {
  values: SlotSettings
  errors: Partial<Record<keyof SlotSettings, string | undefined>>
  onChange(part: Partial<SlotSettings>): void
  /** Prefix of the fields' ids, which an error summary links to. */
  prefix?: string
}

export function SlotSettingsFields({ values, errors, onChange, prefix }: SlotSettingsFieldsProps) {
  const idOf = (name: keyof SlotSettings) => (prefix === undefined ? undefined : `${prefix}${name}`)
  const places = useQuery(placesQuery)
  if (places.isError)
    return <LoadError error={places.error} onRetry={places.refetch} retrying={places.isFetching} />
  const services = places.data?.services ?? []
  const chosen = services.findIndex(({ code }) => code === values.specialty) + 1
  return (
    <>
      <div className={pairLook}>
        <SelectField
          id={idOf('office_id')}
          label="Sede"
          options={places.data?.offices ?? []}
          loading={places.isPending}
          value={values.office_id === 0 ? '' : String(values.office_id)}
          onChange={(id) => onChange({ office_id: Number(id) })}
          error={errors.office_id}
        />
        <SelectField
          id={idOf('specialty')}
          label="Especialidad"
          options={services.map(({ name }, index) => ({ id: index + 1, name }))}
          loading={places.isPending}
          value={chosen === 0 ? '' : String(chosen)}
          onChange={(id) => onChange({ specialty: services[Number(id) - 1]?.code ?? '' })}
          error={errors.specialty}
        />
      </div>
      <div className={pairLook}>
        <SelectField
          id={idOf('modality')}
          label="Modalidad"
          options={modalityOptions}
          value={values.modality === 'presencial' ? '1' : '2'}
          onChange={(id) => onChange({ modality: id === '2' ? 'telemedicina' : 'presencial' })}
          error={errors.modality}
        />
        <TextField
          id={idOf('slot_minutes')}
          label="Minutos por hora"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          value={values.slot_minutes === 0 ? '' : String(values.slot_minutes)}
          onChange={({ currentTarget }) =>
            onChange({ slot_minutes: Number(currentTarget.value.replace(/\D/g, '')) })
          }
          error={errors.slot_minutes}
        />
      </div>
      <TextField
        id={idOf('room')}
        label="Sala"
        optional={values.modality === 'telemedicina'}
        maxLength={80}
        autoComplete="off"
        value={values.room}
        onChange={({ currentTarget }) => onChange({ room: currentTarget.value })}
        error={errors.room}
      />
    </>
  )
}
