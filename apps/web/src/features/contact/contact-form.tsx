import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import { readExamDate, reasonAsks } from '@mi-portal/contract/contact'
import { filesErrorOf } from '@mi-portal/contract/values/upload'
import {
  IconBulb,
  IconConfetti,
  IconDeviceLaptop,
  IconDots,
  IconFileSearch,
  IconMessageReport,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { createDraftHook } from '../../lib/drafts.ts'
import { describeReply } from '../../lib/notified.ts'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FilesField } from '../../ui/files-field.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { showServerErrors } from '../../ui/server-errors.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { delayMs } from '../../ui/tokens.ts'
import { CatalogueField } from '../catalogues/catalogue-field.tsx'
import classes from '../desk-requests/desk-requests.module.css'
import { contactPatientsQuery, useSendContact } from './contact.queries.ts'
import {
  type ContactValues,
  contactFields,
  createContactSchema,
  emptyContact,
  readContactOptions,
  withReason,
} from './contact.rules.ts'

/** The icons of the reasons, by their numbers in the first lists of clinics. A clinic may have other reasons. */
const reasonIcons: Readonly<Record<number, typeof IconDots>> = {
  1: IconBulb,
  2: IconMessageReport,
  3: IconConfetti,
  4: IconDots,
  5: IconDeviceLaptop,
  6: IconFileSearch,
}
interface Option {
  id: number
  name: string
}

function toOptions(names: readonly string[]): readonly Option[] {
  return names.map((name, index) => ({ id: index + 1, name }))
}

const useDraft = createDraftHook<{ values: ContactValues; files: readonly File[] }>()
const prefix = 'contacto-'
const filesId = `${prefix}files`

/** The contact form: first a reason, and then the fields of that reason. */
export function ContactForm({ ownId, onSent }: { ownId: number; onSent(): void }) {
  const patients = useQuery(contactPatientsQuery)
  const form = useForm({
    resolver: zodResolver(createContactSchema(), undefined, { raw: true }),
    defaultValues: emptyContact,
    shouldFocusError: false,
  })
  const [files, setFiles] = useState<readonly File[]>([])
  const [filesError, setFilesError] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const { send, sent } = useSendContact(ownId)
  const { errors, isDirty } = form.formState
  const draft = useDraft(() => (isDirty || files.length > 0 ? { values: form.getValues(), files } : null))
  const reason = form.watch('reason_contact_id')
  const options = readContactOptions()
  const asks = reasonAsks(reason, options)

  // The history opens automatically, as the dialog says, unless the user is faster.
  useEffect(() => {
    if (!send.isSuccess) return
    const timer = setTimeout(onSent, delayMs.contactToHistory)
    return () => clearTimeout(timer)
  }, [send.isSuccess, onSent])

  function fill(values: ContactValues) {
    for (const name of contactFields) form.setValue(name, values[name], { shouldDirty: true })
  }

  function submit(values: ContactValues) {
    if (filesErrorOf(files)) return setAttempt((count) => count + 1)
    draft.discard()
    send.mutate(
      { values: withReason(values, values.reason_contact_id), files },
      {
        onSuccess: () => {
          form.reset(emptyContact)
          setFiles([])
        },
      },
    )
  }

  /** Shows the server's errors at their fields once the dialog is closed. */
  function showErrors(error: Error) {
    send.reset()
    const others = showServerErrors(error, form, contactFields)
    const name = Object.keys(others).find((param) => param.startsWith('file'))
    const tooLarge = error instanceof ApiError && error.status === 413 ? error.message : undefined
    setFilesError(name === undefined ? tooLarge : others[name])
    setAttempt((count) => count + 1)
  }

  const named = (name: 'sucursal' | 'examType', label: string, options: readonly Option[]) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <SelectField
          {...field}
          id={`${prefix}${name}`}
          label={label}
          options={options}
          value={String(options.find((option) => option.name === field.value)?.id ?? '')}
          onChange={(id) => field.onChange(options.find((option) => String(option.id) === id)?.name ?? '')}
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
        onSubmit={form.handleSubmit(submit, () => setAttempt((count) => count + 1))}
      >
        {draft.offered && (
          <DraftNotice
            onTake={() => {
              if (draft.offered) {
                fill(draft.offered.values)
                setFiles(draft.offered.files)
              }
              draft.discard()
            }}
            onLeave={draft.discard}
          />
        )}
        <ErrorSummary
          attempt={attempt}
          errors={contactFields.flatMap((field) => {
            const message = errors[field]?.message
            return message ? [{ id: `${prefix}${field}`, message }] : []
          })}
        />
        <ChoiceCards
          id={`${prefix}reason_contact_id`}
          legend="Razón de contacto"
          options={portal.clinic.contact.reasons.map(({ id, name }) => ({
            value: String(id),
            label: name,
            icon: reasonIcons[id] ?? IconDots,
          }))}
          value={reason === '' ? null : reason}
          onChange={(chosen) => {
            form.clearErrors()
            fill(withReason(form.getValues(), chosen))
          }}
          error={errors.reason_contact_id?.message}
        />
        {reason !== '' && (
          <section className={`portal-card ${classes.card} ${classes.form}`} aria-label="Tu contacto">
            <Controller
              control={form.control}
              name="patient_id"
              render={({ field, fieldState }) => (
                <CatalogueField
                  {...field}
                  id={`${prefix}patient_id`}
                  label="¿Quién es el paciente?"
                  query={patients}
                  error={fieldState.error?.message}
                />
              )}
            />
            {asks.branch &&
              named(
                'sucursal',
                asks.branchRequired ? 'Sucursal' : 'Sucursal (opcional)',
                toOptions(options.branches.map(({ name }) => name)),
              )}
            {asks.exam && (
              <>
                <Controller
                  control={form.control}
                  name="examDate"
                  render={({ field, fieldState }) => (
                    <DateField
                      ref={field.ref}
                      onBlur={field.onBlur}
                      id={`${prefix}examDate`}
                      label="Fecha del examen"
                      description="Día, mes y año. Por ejemplo, 28/10/2026."
                      value={readExamDate(field.value ?? '') ?? ''}
                      onChange={(day) => {
                        if (day) field.onChange(day.split('-').reverse().join('-'))
                      }}
                      // Passes on typed text that is not a day, so that its error differs from that of an empty
                      // field.
                      onTyped={(text) => field.onChange(text.trim().replaceAll('/', '-'))}
                      autoComplete="off"
                      error={fieldState.error?.message}
                    />
                  )}
                />
                {named('examType', 'Tipo de examen', toOptions(options.exam_types))}
                <TextField
                  {...form.register('examName')}
                  id={`${prefix}examName`}
                  label="Nombre del examen"
                  maxLength={200}
                  autoComplete="off"
                  error={errors.examName?.message}
                />
              </>
            )}
            <Controller
              control={form.control}
              name="message"
              render={({ field: { value, onChange, ref }, fieldState }) => (
                <TextArea
                  ref={ref}
                  id={`${prefix}message`}
                  label="Mensaje"
                  rows={5}
                  maxLength={4000}
                  value={value}
                  onChange={onChange}
                  error={fieldState.error?.message}
                />
              )}
            />
            <FilesField
              id={filesId}
              label="Evidencia"
              optional
              files={files}
              onChange={(chosen) => {
                setFiles(chosen)
                setFilesError(undefined)
              }}
              error={filesError}
              sent={sent}
            />
            <Button type="submit" fullWidth loading={send.isPending}>
              Solicitar contacto
            </Button>
            <p className={classes.foot}>Todos los campos son obligatorios.</p>
          </section>
        )}
      </form>
      <ResultDialog
        opened={send.isSuccess}
        kind="success"
        title="¡Tu mensaje ha sido recibido con éxito!"
        size={490}
        onClose={onSent}
      >
        {send.data && describeReply(describePromise(portal.clinic.promises.contact), send.data)}
      </ResultDialog>
      {send.isError && (
        <ResultDialog
          opened
          kind="error"
          error={send.error}
          title="No ha sido posible guardar contacto"
          onClose={() => showErrors(send.error)}
        >
          {send.error.message}
        </ResultDialog>
      )}
    </>
  )
}
