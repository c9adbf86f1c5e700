export const complaintActions = {
  'complaints.send': { action: 'Envió', what: 'un reclamo por ti' },
  'complaints.list': { action: 'Vio', what: 'uno de tus reclamos en el registro de reclamos' },
  'complaints.export': { action: 'Descargó', what: 'el registro de reclamos con uno tuyo' },
  'complaints.open': { action: 'Abrió', what: 'uno de tus reclamos' },
  'complaints.note': { action: 'Anotó', what: 'algo sobre uno de tus reclamos' },
  'complaints.write': { action: 'Escribió', what: 'la carta que responde uno de tus reclamos' },
  'complaints.return': { action: 'Devolvió', what: 'la carta que responde uno de tus reclamos' },
} as const
