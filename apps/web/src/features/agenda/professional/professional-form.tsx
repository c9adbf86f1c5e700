/** The form of a professional and their week. */
import { professionalEndpoints, type WholeProfessional } from '@mi-portal/contract/agenda/professionals'
import { IconPlus } from '@tabler/icons-react'
import { useFieldArray } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { ContractForm, FormEnd, type SaveMutation, useContractForm } from '../../../ui/form/contract-form.tsx'
import classes from '../agenda.module.css'
import { newProfessionalForm, type ProfessionalValues, professionalEditForm } from '../agenda.rules.ts'
import { nextBlock, ScheduleBlockFields } from './schedule-block-fields.tsx'

const partLook = 'grid grid-cols-1 gap-4 p-6 max-desktop:p-4'

const creation = { ...professionalEndpoints.create, body: newProfessionalForm }
const edit = { ...professionalEndpoints.edit, body: professionalEditForm }

interface FormProps {
  before: WholeProfessional | null
  save: SaveMutation<ProfessionalValues>
  /** Reloads the stored version after another member of staff has changed it. */
  onReload?(): void
}

export function ProfessionalForm({ before, save, onReload }: FormProps) {
  const kit = useContractForm<ProfessionalValues, ProfessionalValues, unknown>(
    before === null ? creation : edit,
    {
      values: {
        rut: '',
        name: before?.name ?? '',
        active: before?.active ?? true,
        schedules: before?.schedules.map(({ id: _, ...block }) => block) ?? [],
      },
      draftOf: before?.id ?? null,
      hasSummary: true,
      describeError: (name, message) => {
        const block = /^schedules\.(\d+)\./.exec(name)?.[1]
        return block === undefined ? message : `Bloque ${Number(block) + 1}: ${message}`
      },
      save,
      send: save.mutate,
    },
  )
  const { form, Field } = kit
  const blocks = useFieldArray({ control: form.control, name: 'schedules' })

  return (
    <ContractForm kit={kit} className={classes.stack}>
      <section className={`portal-card ${partLook}`} aria-labelledby="datos">
        <h2 id="datos">Datos del profesional</h2>
        <div className="grid grid-cols-2 items-start gap-4 max-desktop:grid-cols-1">
          {before === null && <Field.Run name="rut" label="RUT" />}
          <Field.Text
            name="name"
            label="Nombre"
            description="Como lo verán los pacientes. Por ejemplo, Dra. Ana Ríos Vega."
            maxLength={120}
            autoComplete="off"
          />
        </div>
        {before !== null && (
          <Field.Check name="active">Atiende: sus horas se ofrecen a los pacientes</Field.Check>
        )}
      </section>
      <section className={`portal-card ${partLook}`} aria-labelledby="semana">
        <h2 id="semana">Calendario semanal</h2>
        {blocks.fields.length === 0 && <p>Sin bloques: no se ofrece ninguna hora.</p>}
        {blocks.fields.map(({ id }, index) => (
          <ScheduleBlockFields key={id} kit={kit} index={index} onRemove={() => blocks.remove(index)} />
        ))}
        <div>
          <Button
            variant="outline"
            leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
            onClick={() => blocks.append(nextBlock(form.getValues('schedules')))}
          >
            Agregar bloque
          </Button>
        </div>
      </section>
      <FormEnd
        kit={kit}
        className="flex flex-wrap justify-end gap-3 mt-1 max-desktop:*:flex-[1_1_140px]"
        submit={before === null ? 'Crear profesional' : 'GUARDAR CAMBIOS'}
        onReload={onReload}
      />
    </ContractForm>
  )
}
