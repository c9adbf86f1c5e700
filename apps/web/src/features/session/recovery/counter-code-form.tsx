/** The form for the code with which a person who was at the clinic's counter removes a lost second factor. */
import { accountSecurityEndpoints, resetInSession } from '@mi-portal/contract/account-security'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ContractForm, type SaveMutation, useContractForm } from '../../../ui/form/contract-form.tsx'

interface CounterCodeFormProps {
  save: SaveMutation<string>
  onSent(): void
  /** The way back, below the button. */
  children: ReactNode
}

const request = { ...accountSecurityEndpoints.resetInSession, body: resetInSession }

export function CounterCodeForm({ save, onSent, children }: CounterCodeFormProps) {
  const kit = useContractForm(request, {
    values: { code: '' },
    findField: () => 'code',
    save,
    send: ({ code }, on) => save.mutate(code, on),
    onSent,
  })
  const { Field, form } = kit
  useEffect(() => form.setFocus('code'), [form])
  return (
    <ContractForm kit={kit} className="grid gap-4">
      <Field.Text
        name="code"
        label="Código de la clínica"
        description="Tiene 8 dígitos y sirve 10 minutos."
        autoComplete="off"
        inputMode="numeric"
        maxLength={32}
      />
      <Button type="submit" fullWidth loading={save.isPending}>
        QUITAR CÓDIGO EXTRA
      </Button>
      {children}
    </ContractForm>
  )
}
