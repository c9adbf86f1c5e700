export const callDueActions = {
  'calls.list': { action: 'Vio', what: 'que había que llamarte' },
  'calls.done': { action: 'Anotó', what: 'que te llamó' },
} as const
