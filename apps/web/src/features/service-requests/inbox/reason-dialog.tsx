import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import { givenReason } from '@mi-portal/contract/service-requests/inbox'
import type { ReactNode } from 'react'
import { ContractForm, FormEnd, type SaveMutation, useContractForm } from '../../../ui/form/contract-form.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'

interface ReasonDialogProps {
  endpoint: Pick<Endpoint, 'method' | 'path'>
  /** The request that the reason is about. */
  id: number
  title: string
  description: string
  submit: string
  save: SaveMutation<string>
  /** A sentence above the field. */
  children?: ReactNode
  onClose(): void
}

/** Asks for a reason that the patient reads. */
export function ReasonDialog({ endpoint, id, title, save, children, onClose, ...texts }: ReasonDialogProps) {
  const kit = useContractForm(
    { ...endpoint, body: givenReason },
    {
      values: { reason: '' },
      draftOf: id,
      save,
      send: ({ reason }, on) => save.mutate(reason, on),
      onSent: onClose,
    },
  )
  const { Field } = kit
  return (
    <FormDialog title={title} onClose={onClose}>
      <ContractForm kit={kit} className="grid gap-4">
        {children}
        <Field.Area name="reason" label="Motivo" description={texts.description} rows={4} maxLength={1000} />
        <FormEnd
          kit={kit}
          className="flex flex-wrap justify-end gap-3 max-desktop:*:flex-[1_1_140px]"
          submit={texts.submit}
          cancel="Cancelar"
          onCancel={onClose}
        />
      </ContractForm>
    </FormDialog>
  )
}
