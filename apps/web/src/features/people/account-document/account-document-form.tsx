import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { documentWithCheck } from '@mi-portal/contract/solved-check'
import { type ReactNode, Suspense, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { waitForOutcome } from '../../../lib/wait-for-outcome.ts'
import { Button } from '../../../ui/button.tsx'
import { DocumentField } from '../../../ui/document-field.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import classes from './account-document-form.module.css'

const PassportCountryField = lazyComponent(
  async () => (await import('../passport-country-field.tsx')).PassportCountryField,
)

interface AccountDocumentFormProps<Answer> {
  /** The words of the button. */
  submit: string
  send(values: z.output<typeof documentWithCheck>): Promise<Answer>
  onSent(answer: Answer): void
  /** Shows an error that belongs to no field. */
  showError(error: ApiError): ReactNode
}

/** Asks a visitor without a session for the document of their account, to recover its password or to lock it. */
export function AccountDocumentForm<Answer>(props: AccountDocumentFormProps<Answer>) {
  const { submit, send, onSent, showError } = props
  const [error, setError] = useState<ApiError | null>(null)
  // Only where people of several countries have one passport number.
  const [isCountryAsked, setIsCountryAsked] = useState(false)
  const form = useForm({
    resolver: zodResolver(documentWithCheck),
    defaultValues: { document_type_id: 1 as const, document_number: '', document_country: '' },
  })
  const onSubmit = form.handleSubmit(async (values) => {
    setError(null)
    const result = await waitForOutcome(send(values))
    if (!(result instanceof ApiError)) return onSent(result)
    const fieldError = result.number === undefined ? result.fieldErrorOf('document_number') : undefined
    const countryError = result.fieldErrorOf('document_country')
    setIsCountryAsked((isAsked) => isAsked || countryError !== undefined)
    if (countryError) form.setError('document_country', { message: countryError })
    else if (fieldError) form.setError('document_number', { message: fieldError }, { shouldFocus: true })
    else setError(result)
  })
  return (
    <form noValidate className={classes.form} onSubmit={onSubmit}>
      {error && showError(error)}
      <Controller
        control={form.control}
        name="document_number"
        render={({ field, fieldState }) => (
          <DocumentField
            type={form.watch('document_type_id')}
            onTypeChange={(type) => {
              form.setValue('document_type_id', type)
              form.setValue('document_number', '')
              form.setValue('document_country', '')
              setIsCountryAsked(false)
              form.clearErrors()
            }}
            number={field.value}
            onNumberChange={field.onChange}
            onNumberBlur={field.onBlur}
            numberRef={field.ref}
            error={fieldState.error?.message}
          />
        )}
      />
      {isCountryAsked && (
        <Suspense>
          <PassportCountryField
            value={form.watch('document_country') ?? ''}
            onChange={(code) => form.setValue('document_country', code, { shouldValidate: true })}
            error={form.formState.errors.document_country?.message}
          />
        </Suspense>
      )}
      <Button type="submit" fullWidth loading={form.formState.isSubmitting}>
        {submit}
      </Button>
    </form>
  )
}
