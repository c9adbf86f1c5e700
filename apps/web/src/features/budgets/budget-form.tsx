import { zodResolver } from '@hookform/resolvers/zod'
import { removeAccents } from '@mi-portal/contract/accents'
import { interventionNeeds, orderMissing } from '@mi-portal/contract/budgets'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import { dayOf } from '@mi-portal/contract/values/dates'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { now } from '../../lib/clock.ts'
import { createDraftHook } from '../../lib/drafts.ts'
import { describeReply } from '../../lib/notified.ts'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import row from '../../ui/field-row.module.css'
import { FilesField } from '../../ui/files-field.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { showServerErrors } from '../../ui/server-errors.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CatalogueField } from '../catalogues/catalogue-field.tsx'
import classes from '../desk-requests/desk-requests.module.css'
import {
  budgetForecastsQuery,
  interventionsQuery,
  physiciansQuery,
  useRequestBudget,
} from './budgets.queries.ts'
import { type BudgetValues, budgetFields, budgetSchema, emptyBudget, withoutHidden } from './budgets.rules.ts'

const useDraft = createDraftHook<{ patientId: number; values: BudgetValues; order: File | null }>()
const prefix = 'presupuesto-'
const orderId = `${prefix}file`

/** The form of a quote request; its fields depend on the type of intervention. */
export function BudgetForm({ patientId, onAsked }: { patientId: number; onAsked(): void }) {
  const interventions = useQuery(interventionsQuery)
  const forecasts = useQuery(budgetForecastsQuery)
  const physicians = useQuery(physiciansQuery)
  const form = useForm({
    resolver: zodResolver(budgetSchema, undefined, { raw: true }),
    defaultValues: emptyBudget,
    shouldFocusError: false,
  })
  const [order, setOrder] = useState<File | null>(null)
  const [orderError, setOrderError] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const { ask, sent } = useRequestBudget(patientId)
  const listId = useId()
  const { errors, isDirty } = form.formState
  const draft = useDraft(() =>
    !ask.isSuccess && (isDirty || order) ? { patientId, values: form.getValues(), order } : null,
  )
  const offered = draft.offered?.patientId === patientId ? draft.offered : null
  const needs = interventionNeeds(form.watch('id_intervencion'))
  const physician = form.watch('medico_tratante') ?? ''
  const named =
    physician.length >= 2
      ? (physicians.data ?? [])
          .filter((name) => withoutAccents(name).includes(withoutAccents(physician)))
          .slice(0, 12)
      : []

  function showErrors() {
    setAttempt((count) => count + 1)
  }

  /** Shows an error when the medical order is required and missing. Returns whether it is. */
  function checkOrderMissing() {
    const isMissing = interventionNeeds(form.getValues('id_intervencion')).order && !order
    setOrderError(isMissing ? orderMissing : undefined)
    return isMissing
  }

  function send(values: BudgetValues) {
    if (checkOrderMissing()) return showErrors()
    draft.discard()
    ask.mutate({ values: withoutHidden(values), order })
  }

  /** Shows the server's errors at their fields once the dialog is closed. */
  function showErrorsOf(error: Error) {
    ask.reset()
    setOrderError(showServerErrors(error, form, budgetFields).file)
    showErrors()
  }

  const select = (name: 'id_intervencion' | 'c_prevision', label: string, query: typeof forecasts) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <CatalogueField
          {...field}
          value={field.value ?? ''}
          id={`${prefix}${name}`}
          label={label}
          query={query}
          error={fieldState.error?.message}
        />
      )}
    />
  )

  return (
    <>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.handleSubmit(send, () => {
          checkOrderMissing()
          showErrors()
        })}
      >
        {offered && (
          <DraftNotice
            onTake={() => {
              for (const name of [...budgetFields, 'autoriza_contacto'] as const)
                form.setValue(name, offered.values[name] ?? emptyBudget[name], { shouldDirty: true })
              setOrder(offered.order)
              draft.discard()
            }}
            onLeave={draft.discard}
          />
        )}
        <ErrorSummary
          attempt={attempt}
          errors={[
            ...budgetFields.flatMap((field) => {
              const message = errors[field]?.message
              return message ? [{ id: `${prefix}${field}`, message }] : []
            }),
            ...(orderError ? [{ id: orderId, message: orderError }] : []),
          ]}
        />
        <section className={`portal-card ${classes.card} ${classes.form}`} aria-label="Datos del presupuesto">
          <div className={`${row.row} ${row.two}`}>
            {select('id_intervencion', 'Tipo de intervención', interventions)}
            {needs.forecast && select('c_prevision', 'Previsión', forecasts)}
            {needs.hours && (
              <TextField
                {...form.register('h_pabellon')}
                id={`${prefix}h_pabellon`}
                label="Horas de pabellón"
                inputMode="numeric"
                maxLength={2}
                error={errors.h_pabellon?.message}
              />
            )}
            <Controller
              control={form.control}
              name="fecha_estimada"
              render={({ field, fieldState }) => (
                <DateField
                  {...field}
                  id={`${prefix}fecha_estimada`}
                  label="Fecha estimada de ingreso"
                  description={`Día, mes y año. Por ejemplo, 14/03/${dayOf(now()).slice(0, 4)}.`}
                  opensAt={dayOf(now())}
                  autoComplete="off"
                  error={fieldState.error?.message}
                />
              )}
            />
            <div>
              <TextField
                {...form.register('medico_tratante')}
                id={`${prefix}medico_tratante`}
                label="Médico tratante"
                optional
                list={listId}
                autoComplete="off"
                maxLength={120}
                error={errors.medico_tratante?.message}
              />
            </div>
          </div>
          <datalist id={listId}>
            {named.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <FilesField
            id={orderId}
            label="Orden médica"
            optional={!needs.order}
            single
            files={order ? [order] : []}
            onChange={([chosen]) => {
              setOrder(chosen ?? null)
              setOrderError(undefined)
            }}
            error={orderError}
            sent={sent}
          />
          <Controller
            control={form.control}
            name="comentarios"
            render={({ field: { value, onChange, ref }, fieldState }) => (
              <TextArea
                ref={ref}
                id={`${prefix}comentarios`}
                label="Comentarios"
                optional
                rows={4}
                maxLength={2000}
                value={value ?? ''}
                onChange={onChange}
                error={fieldState.error?.message}
              />
            )}
          />
          <Controller
            control={form.control}
            name="autoriza_contacto"
            render={({ field: { value, onChange } }) => (
              <CheckBox checked={value === 'Si'} onChange={(checked) => onChange(checked ? 'Si' : 'No')}>
                Autorizo que me contacten por esta solicitud
              </CheckBox>
            )}
          />
          <div className={classes.buttons}>
            <Button type="submit" loading={ask.isPending}>
              Solicitar presupuesto
            </Button>
          </div>
        </section>
      </form>
      <ResultDialog
        opened={ask.isSuccess}
        kind="success"
        title="¡Tu solicitud ha sido recibida con éxito!"
        size={490}
        onClose={() => {
          ask.reset()
          form.reset(emptyBudget)
          setOrder(null)
          onAsked()
        }}
      >
        {ask.data && describeReply(describePromise(portal.clinic.promises.budgets), ask.data)}
      </ResultDialog>
      {ask.isError && (
        <ResultDialog
          opened
          kind="error"
          error={ask.error}
          title="No ha sido posible guardar solicitud de presupuestos"
          size={490}
          onClose={() => showErrorsOf(ask.error)}
        >
          {ask.error.message}
        </ResultDialog>
      )}
    </>
  )
}

const withoutAccents = (text: string) => removeAccents(text).toLowerCase()
