import { clinicAdministrationEndpoints, newClinic } from '@mi-portal/contract/clinic/administration'
import * as z from 'zod/mini'
import row from '../../ui/field-row.module.css'
import { ContractForm, FormEnd, useContractForm } from '../../ui/form/contract-form.tsx'
import { FormDate } from '../../ui/form/form-fields.tsx'
import { FormPlace } from '../catalogues/form-place.tsx'
import { useCreateClinic } from './clinic-admin.queries.ts'

const { commune, results_from, ...texts } = newClinic.shape

/** The form holds the place as text, and its field for the date needs no format. */
const form = z.object({
  ...texts,
  region_id: z.string(),
  city_id: z.string(),
  commune_id: z.pipe(
    z.string().check(z.minLength(1, 'Elige la comuna')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      commune,
    ),
  ),
  results_from: z.pipe(z.string().check(z.minLength(1, 'Elige una fecha')), results_from),
})

const request = { ...clinicAdministrationEndpoints.newPackage, body: form }

/** Asks for what a first clinic package needs, and stores it as drafts. */
export function NewClinicForm({ onDone, onCancel }: { onDone(): void; onCancel(): void }) {
  const create = useCreateClinic()
  const kit = useContractForm(request, {
    values: {
      brand: '',
      product: 'Mi Portal',
      email: '',
      phone: '',
      site: '',
      address: '',
      region_id: '',
      city_id: '',
      commune_id: '',
      results_from: '',
    },
    hasSummary: true,
    idPrefix: 'nueva-',
    findField: (param) => (param === 'commune' ? 'commune_id' : param),
    save: create,
    send: ({ region_id: _, city_id: __, commune_id, ...typed }, on) =>
      create.mutate({ ...typed, commune: commune_id }, on),
    onSent: onDone,
  })
  const { Field } = kit

  return (
    <ContractForm kit={kit} className="grid grid-cols-1 gap-4" aria-label="Paquete nuevo">
      <h3>Paquete nuevo</h3>
      <div className={`${row.row} ${row.two}`}>
        <Field.Text name="brand" label="Nombre de la clínica" autoComplete="off" />
        <Field.Text name="product" label="Nombre del portal" autoComplete="off" />
        <Field.Text name="email" type="email" label="Correo de atención a pacientes" autoComplete="off" />
        <Field.Text name="phone" type="tel" label="Teléfono de la mesa central" autoComplete="off" />
        <Field.Text name="site" label="Nombre de la primera sede" autoComplete="off" />
        <Field.Text name="address" label="Dirección de la sede" autoComplete="off" />
        <FormPlace />
        <FormDate
          name="results_from"
          label="Primera fecha de los resultados que se muestran"
          autoComplete="off"
        />
      </div>
      <FormEnd
        kit={kit}
        className="flex flex-wrap gap-3"
        submit="Crear paquete"
        cancel="Cancelar"
        onCancel={onCancel}
      />
    </ContractForm>
  )
}
