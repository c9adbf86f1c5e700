import { CallError } from '@mi-portal/contract/calls/call-error'
import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import { documentWithCheck } from '@mi-portal/contract/robot-check'
import { type ReactNode, Suspense, useState } from 'react'
import type * as z from 'zod/mini'
import { waitForOutcome } from '../../../lib/wait-for-outcome.ts'
import { Button } from '../../../ui/button.tsx'
import { ContractForm, useContractForm } from '../../../ui/form/contract-form.tsx'
import { useSend } from '../../../ui/form/use-send.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'

const PassportCountry = lazyComponent(async () => (await import('./passport-country.tsx')).PassportCountry)

interface AccountDocumentFormProps<Answer> {
  endpoint: Pick<Endpoint, 'method' | 'path'>
  /** The words of the button. */
  submit: string
  send(values: z.output<typeof documentWithCheck>): Promise<Answer>
  onSent(answer: Answer): void
  /** Shows an error that belongs to no field. */
  showError(error: CallError): ReactNode
}

/** Asks a visitor without a session for the document of their account, to recover its password or to lock it. */
export function AccountDocumentForm<Answer>(props: AccountDocumentFormProps<Answer>) {
  // Only where people of several countries have one passport number.
  const [isCountryAsked, setIsCountryAsked] = useState(false)
  const save = useSend(async (values: z.output<typeof documentWithCheck>) => {
    const result = await waitForOutcome(props.send(values))
    if (result instanceof CallError) throw result
    return result
  })
  const { error } = save
  const kit = useContractForm(
    { ...props.endpoint, body: documentWithCheck },
    {
      values: { document_type_id: 1 as const, document_number: '', document_country: '' },
      // An error with a number is about the account, not about what was typed.
      findField: (param, { number }) => (number === undefined ? param : undefined),
      save,
      send: (values, on) =>
        save.mutate(values, {
          ...on,
          onError: (cause) => {
            const asks = cause instanceof CallError && cause.fieldErrorOf('document_country') !== undefined
            setIsCountryAsked((isAsked) => isAsked || asks)
            on.onError(cause)
          },
        }),
      onSent: props.onSent,
    },
  )
  return (
    <ContractForm kit={kit} className="mt-6 flex flex-col gap-4">
      {kit.otherErrors.length > 0 && error && props.showError(error)}
      <kit.Field.Document clears={['document_country']} onTypeChange={() => setIsCountryAsked(false)} />
      {isCountryAsked && (
        <Suspense>
          <PassportCountry />
        </Suspense>
      )}
      <Button type="submit" fullWidth loading={save.isPending}>
        {props.submit}
      </Button>
    </ContractForm>
  )
}
