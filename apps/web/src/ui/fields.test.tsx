import { passwordRules } from '@mi-portal/contract/values/password'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { PasswordField } from './password-field.tsx'
import { RunField } from './run-field.tsx'

function Run() {
  const [value, setValue] = useState('')
  return <RunField label="RUT" value={value} onChange={setValue} />
}

test('a digit inserted into the middle of a run leaves the caret after it', async () => {
  const user = userEvent.setup()
  render(<Run />)
  const field = screen.getByLabelText<HTMLInputElement>('RUT')
  await user.type(field, '1245678')
  expect(field).toHaveValue('124567-8')
  field.setSelectionRange(2, 2)
  await user.keyboard('3')
  expect(field).toHaveValue('1234567-8')
  expect(field.selectionStart).toBe(3)
})

test('a new password shows which of its four rules it meets', () => {
  render(<PasswordField label="Contraseña" rules={passwordRules} value="portal2026" readOnly />)
  const rules = screen.getAllByRole('listitem').map((rule) => rule.textContent)
  expect(rules).toEqual([
    'Mínimo 8 caracteres(cumplido)',
    '1 mayúscula(falta)',
    '1 minúscula(cumplido)',
    '1 número(cumplido)',
  ])
})

test('a password outside the sign-in page can be shown with the eye button in its field', async () => {
  render(<PasswordField label="Contraseña" defaultValue="Portal2026" />)
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }))
  expect(screen.getByLabelText('Contraseña')).toHaveAttribute('type', 'text')
  expect(screen.getByRole('button', { name: 'Ocultar contraseña' })).toBeVisible()
})

test('a confirmation of what cannot be undone focuses the cancelling button, and Escape cancels', async () => {
  const onConfirm = vi.fn()
  const onClose = vi.fn()
  render(
    <ConfirmDialog
      opened
      danger
      title="¿Quieres cancelar esta hora?"
      confirm="Cancelar hora"
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  )
  const dialog = screen.getByRole('dialog', { name: '¿Quieres cancelar esta hora?' })
  expect(within(dialog).getByRole('button', { name: 'Volver' })).toHaveFocus()
  // The browser reports Escape to a dialog with this event.
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(onClose).toHaveBeenCalledOnce()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar hora' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})
