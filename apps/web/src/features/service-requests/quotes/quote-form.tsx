import { describePromise } from '@mi-portal/contract/clinic/promise'
import { removeAccents } from '@mi-portal/contract/fields/accents'
import { interventionNeeds } from '@mi-portal/contract/service-requests/quotes'
import { toDay } from '@mi-portal/contract/values/dates'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Controller } from 'react-hook-form'
import { now } from '../../../lib/clock.ts'
import { describeReply } from '../../../lib/notified.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import row from '../../../ui/field-row.module.css'
import { ContractForm, useContractForm } from '../../../ui/form/contract-form.tsx'
import { FormErrorDialog } from '../../../ui/form/form-error-dialog.tsx'
import { FormDate, FormFiles } from '../../../ui/form/form-fields.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { CatalogueField } from '../../catalogues/catalogue-field.tsx'
import { requestReceived } from '../service-requests.queries.ts'
import {
  interventionsQuery,
  physiciansQuery,
  quoteFailed,
  quoteForecastsQuery,
  useRequestQuote,
} from './quotes.queries.ts'
import { emptyQuote, quoteRequest, withoutHidden } from './quotes.rules.ts'

/** The form of a quote request; its fields depend on the type of intervention. */
export function QuoteForm({ patientId, onAsked }: { patientId: number; onAsked(): void }) {
  const interventions = useQuery(interventionsQuery)
  const forecasts = useQuery(quoteForecastsQuery)
  const physicians = useQuery(physiciansQuery)
  const { ask, sent } = useRequestQuote(patientId)
  const kit = useContractForm(quoteRequest, {
    values: emptyQuote,
    draftOf: patientId,
    hasSummary: true,
    hasErrorDialog: true,
    save: ask,
    send: (_, on, typed) => ask.mutate(withoutHidden(typed), on),
  })
  const { form, Field } = kit
  const listId = useId()
  const needs = interventionNeeds(form.watch('id_intervencion'))
  const physician = form.watch('medico_tratante') ?? ''
  const named =
    physician.length >= 2
      ? (physicians.data ?? [])
          .filter((name) => withoutAccents(name).includes(withoutAccents(physician)))
          .slice(0, 12)
      : []

  const select = (name: 'id_intervencion' | 'c_prevision', label: string, query: typeof forecasts) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <CatalogueField
          {...field}
          value={field.value ?? ''}
          id={`${kit.idPrefix}${name}`}
          label={label}
          query={query}
          error={fieldState.error?.message}
        />
      )}
    />
  )

  return (
    <>
      <ContractForm kit={kit} className="grid gap-4">
        <section className="portal-card p-6 max-desktop:p-4 grid gap-4" aria-label="Datos del presupuesto">
          <div className={`${row.row} ${row.two}`}>
            {select('id_intervencion', 'Tipo de intervención', interventions)}
            {needs.forecast && select('c_prevision', 'Previsión', forecasts)}
            {needs.hours && (
              <Field.Text name="h_pabellon" label="Horas de pabellón" inputMode="numeric" maxLength={2} />
            )}
            <FormDate
              name="fecha_estimada"
              label="Fecha estimada de ingreso"
              description={`Día, mes y año. Por ejemplo, 14/03/${toDay(now()).slice(0, 4)}.`}
              opensAt={toDay(now())}
              autoComplete="off"
            />
            <div>
              <Field.Text
                name="medico_tratante"
                label="Médico tratante"
                optional
                list={listId}
                autoComplete="off"
                maxLength={120}
              />
            </div>
          </div>
          <datalist id={listId}>
            {named.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <FormFiles name="file" label="Orden médica" optional={!needs.order} single sent={sent} />
          <Field.Area name="comentarios" label="Comentarios" optional rows={4} maxLength={2000} />
          <Controller
            control={form.control}
            name="autoriza_contacto"
            render={({ field: { value, onChange } }) => (
              <CheckBox checked={value === 'Si'} onChange={(checked) => onChange(checked ? 'Si' : 'No')}>
                Autorizo que me contacten por esta solicitud
              </CheckBox>
            )}
          />
          <div className="flex flex-wrap justify-end gap-3 max-desktop:*:flex-[1_1_140px]">
            <Button type="submit" loading={ask.isPending}>
              Solicitar presupuesto
            </Button>
          </div>
        </section>
      </ContractForm>
      <FormErrorDialog kit={kit} title={quoteFailed} />
      <ResultDialog
        opened={ask.isSuccess}
        kind="success"
        title={requestReceived}
        size={490}
        onClose={() => {
          ask.reset()
          form.reset(emptyQuote)
          onAsked()
        }}
      >
        {ask.data && describeReply(describePromise(portal.clinic.promises.budgets), ask.data)}
      </ResultDialog>
    </>
  )
}

const withoutAccents = (text: string) => removeAccents(text).toLowerCase()
