/** Whether anybody can see the page. */
export const isSeen = (): boolean => document.visibilityState === 'visible'
