export const emergencyContactActions = {
  'emergency-contacts.save': { action: 'Guardó', what: 'tu contacto de emergencia' },
  'emergency-contacts.remove': { action: 'Quitó', what: 'tu contacto de emergencia' },
  'emergency-contacts.read': { action: 'Vio', what: 'tu contacto de emergencia' },
} as const
