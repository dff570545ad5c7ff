// Making elements.

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} [properties] of the element; `class`, `role` and names with a dash are attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function element(name, properties = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === 'class' || key === 'role' || key.includes('-')) {
      result.setAttribute(key, value);
    } else {
      result[key] = value;
    }
  }
  result.append(...children);
  return result;
}

/** Says something to users of screen readers. @param {string} text */
export function announce(text) {
  byId('announcer').textContent = text;
}
